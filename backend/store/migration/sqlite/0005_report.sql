-- What became of each document on its way to its readers, as JSON. Apart from the
-- documents, because few who ask for one want it.
CREATE TABLE report (
	document_id TEXT NOT NULL PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
	report      TEXT NOT NULL
);

-- The part of it that is the conversion's: it holds for all documents of the same bytes.
ALTER TABLE conversion ADD COLUMN report TEXT NOT NULL DEFAULT '{}';
