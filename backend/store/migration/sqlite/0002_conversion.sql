-- PDFs from which pages are drawn, by their content: what is known of one holds for
-- every document that has it. Apart from the documents, because the sizes of many
-- pages are long, and few who ask for a document want them.
CREATE TABLE pdf (
	id      INTEGER NOT NULL PRIMARY KEY,
	content TEXT    NOT NULL UNIQUE, -- key of its bytes
	pages   BIGINT  NOT NULL,
	sizes   TEXT    NOT NULL         -- JSON, [[pages, width, height], …] in points
);
INSERT INTO pdf (content, pages, sizes) SELECT pdf, page_count, sizes FROM document WHERE pdf <> '' GROUP BY pdf;
ALTER TABLE document DROP COLUMN sizes;

-- Conversions that are done, so that the same bytes are converted once. One is good
-- as long as a document has its original.
CREATE TABLE conversion (
	original TEXT NOT NULL, -- key of the bytes that were converted
	type     TEXT NOT NULL, -- what they were converted as
	engine   TEXT NOT NULL, -- converter, its version, and that of our own rules
	pdf      TEXT NOT NULL REFERENCES pdf (content) ON DELETE CASCADE,
	PRIMARY KEY (original, type, engine)
);
CREATE INDEX conversion_by_pdf ON conversion (pdf);
