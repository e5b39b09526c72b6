-- The sentence why a document has failed, with its code and its values, as JSON; empty where it
-- has not, or failed before.
ALTER TABLE document ADD COLUMN failure TEXT NOT NULL DEFAULT '';
