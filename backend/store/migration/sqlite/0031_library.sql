-- Which library this is, and how far it has got: the counter grows with every transaction that must not be lost.
-- A file beside the database has both, so that a start notices an older database and that of another library.
CREATE TABLE library (
	single     BOOLEAN NOT NULL PRIMARY KEY DEFAULT TRUE CHECK (single),
	id         TEXT    NOT NULL,
	marked     BOOLEAN NOT NULL DEFAULT FALSE, -- whether the store of content has been told
	counter    BIGINT  NOT NULL DEFAULT 0,
	seal_check BLOB -- a known text, sealed: a start tells by it whether the key of secrets is still the same
);
INSERT INTO library (id) VALUES (LOWER(HEX(RANDOMBLOB(16))));
