-- The index of the pages' words, as Go cuts them: between spaces, of letters and digits, and
-- of ASCII only those that the tokenizer takes for such. It keeps no texts, and knows pages by
-- the ids of theirs. Beginnings of words of up to three letters have lists of their own: those
-- would be long to gather. The migration fills it.
DROP TRIGGER page_text_added;
DROP TRIGGER page_text_removed;
DROP TABLE page_index;
CREATE VIRTUAL TABLE page_index USING fts5(
	words, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '1 2 3'
);
CREATE TRIGGER page_text_removed AFTER DELETE ON page_text BEGIN
	DELETE FROM page_index WHERE rowid = old.id;
END;
