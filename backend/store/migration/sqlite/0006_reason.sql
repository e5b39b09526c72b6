-- Why a document has failed, as a name for programs; empty where it has not, or failed before.
ALTER TABLE document ADD COLUMN reason TEXT NOT NULL DEFAULT '';
