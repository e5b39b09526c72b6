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
