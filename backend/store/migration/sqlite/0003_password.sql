-- The password that came with a document, sealed, until its conversion has ended.
ALTER TABLE document ADD COLUMN password BLOB;
