-- How far the text of a PDF is stored: its first pages, and how many of them could
-- not be read.
ALTER TABLE pdf ADD COLUMN indexed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE pdf ADD COLUMN unread BIGINT NOT NULL DEFAULT 0;

-- Texts of pages. The id is the PDF's times 2^20 plus the page, which counts from 1:
-- the index knows nothing but ids, and a PDF's pages are a range of them. Pages
-- without text have no row.
CREATE TABLE page_text (
	id   INTEGER NOT NULL PRIMARY KEY,
	text TEXT    NOT NULL
);

-- The index of their words. It looks the texts up in page_text: they are stored once.
CREATE VIRTUAL TABLE page_index USING fts5(
	text, content = 'page_text', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
);
CREATE TRIGGER page_text_added AFTER INSERT ON page_text BEGIN
	INSERT INTO page_index (rowid, text) VALUES (new.id, new.text);
END;
CREATE TRIGGER page_text_removed AFTER DELETE ON page_text BEGIN
	INSERT INTO page_index (page_index, rowid, text) VALUES ('delete', old.id, old.text);
END;
CREATE TRIGGER pdf_removed AFTER DELETE ON pdf BEGIN
	DELETE FROM page_text WHERE id BETWEEN old.id << 20 AND (old.id << 20) + 1048575;
END;
