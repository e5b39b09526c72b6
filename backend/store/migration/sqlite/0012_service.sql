-- Sessions can end early, be bound to a profile and to a number of views. One outlives its
-- document, so that its address says that it is over.
ALTER TABLE viewing_session RENAME TO viewing_session_before;
DROP INDEX viewing_session_by_document;
CREATE TABLE viewing_session (
	id          TEXT    NOT NULL PRIMARY KEY,
	document_id TEXT    NOT NULL,
	created_at  BIGINT  NOT NULL,
	expires_at  BIGINT  NOT NULL,
	ended_at    BIGINT, -- null while nobody has ended it
	profile     TEXT    NOT NULL, -- names of what is stored; empty for none
	theme       TEXT    NOT NULL,
	locked      BOOLEAN NOT NULL, -- the profile is in force whatever the address says
	reader      TEXT    NOT NULL, -- whom it is for; may be empty
	max_views   BIGINT  NOT NULL, -- 0 for any number
	views       BIGINT  NOT NULL,
	notify      BOOLEAN NOT NULL  -- the owner wants to know who reads
);
INSERT INTO viewing_session
	SELECT id, document_id, created_at, expires_at, NULL, '', '', FALSE, '', 0, 0, FALSE FROM viewing_session_before;
DROP TABLE viewing_session_before;
CREATE INDEX viewing_session_by_document ON viewing_session (document_id, created_at);
CREATE INDEX viewing_session_by_time ON viewing_session (created_at, id);
CREATE INDEX viewing_session_by_end ON viewing_session (expires_at);

-- Openings of sessions. The id stands for the session's where that counts its views.
CREATE TABLE session_view (
	id         TEXT   NOT NULL PRIMARY KEY,
	session_id TEXT   NOT NULL REFERENCES viewing_session (id) ON DELETE CASCADE,
	opened_at  BIGINT NOT NULL,
	seconds    BIGINT NOT NULL, -- of reading, as the reader's page tells them
	pages      TEXT   NOT NULL  -- JSON, [[first, last], …] of those that were seen
);
CREATE INDEX session_view_by_session ON session_view (session_id, opened_at);

-- The latest time that sessions were measured by: a clock that is set back revives none.
CREATE TABLE clock (latest BIGINT NOT NULL);

-- What the owner knows a document by.
ALTER TABLE document ADD COLUMN external_id TEXT NOT NULL DEFAULT '';
ALTER TABLE document ADD COLUMN metadata TEXT NOT NULL DEFAULT ''; -- JSON object; empty for none
ALTER TABLE document ADD COLUMN tags TEXT NOT NULL DEFAULT '';     -- JSON array of strings; empty for none
ALTER TABLE document ADD COLUMN size BIGINT NOT NULL DEFAULT 0;    -- bytes of the original, once known
-- Grows with every post, new version and retry: a job of an earlier one is void.
ALTER TABLE document ADD COLUMN attempt BIGINT NOT NULL DEFAULT 1;
ALTER TABLE document ADD COLUMN posted_at BIGINT NOT NULL DEFAULT 0; -- when the present version came, as created_at
UPDATE document SET posted_at = created_at;
CREATE INDEX document_by_post ON document (posted_at, id);
CREATE INDEX document_by_external_id ON document (external_id) WHERE external_id <> '';
ALTER TABLE document ADD COLUMN name_folded TEXT NOT NULL DEFAULT ''; -- for filters and order; the migration fills it
CREATE INDEX document_by_name ON document (name_folded, id);
CREATE INDEX document_by_pages ON document (page_count, id);
DROP INDEX document_by_status;
CREATE INDEX document_by_status ON document (status, created_at, id);

-- Posts under a key of their sender's, so that a second one of the same is no second document.
CREATE TABLE idempotency (
	sender      TEXT   NOT NULL, -- id of the API key
	key         TEXT   NOT NULL,
	fingerprint TEXT   NOT NULL, -- of what was posted
	documents   TEXT   NOT NULL, -- JSON array of ids
	created_at  BIGINT NOT NULL,
	PRIMARY KEY (sender, key)
);
CREATE INDEX idempotency_by_time ON idempotency (created_at);

-- What keys may do, until when, and when one was last used.
ALTER TABLE api_key ADD COLUMN role TEXT NOT NULL DEFAULT 'admin';
ALTER TABLE api_key ADD COLUMN expires_at BIGINT;   -- null for never
ALTER TABLE api_key ADD COLUMN last_used_at BIGINT; -- null for never

-- Settings that were changed from what the flags say.
CREATE TABLE setting (
	name  TEXT NOT NULL PRIMARY KEY,
	value TEXT NOT NULL -- JSON
);
