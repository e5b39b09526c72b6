-- Folders of this machine whose files become documents.
CREATE TABLE folder (
	id         TEXT   NOT NULL PRIMARY KEY,
	path       TEXT   NOT NULL UNIQUE, -- absolute, with no link in it
	settings   TEXT   NOT NULL,        -- JSON, of what a person says about it
	device     TEXT   NOT NULL,        -- the file system that it was on; empty for never looked at
	created_at BIGINT NOT NULL
);

-- The files that were seen in them.
CREATE TABLE folder_arrival (
	id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, -- never given again: lists go on behind it
	folder_id   TEXT    NOT NULL REFERENCES folder (id),
	path        TEXT    NOT NULL, -- below the folder's
	state       TEXT    NOT NULL, -- writing, waiting, taken, duplicate, failed, ignored or gone
	message     TEXT    NOT NULL,
	document_id TEXT    NOT NULL, -- empty for none
	content     TEXT    NOT NULL, -- key of the bytes that were taken; empty for none
	size        BIGINT  NOT NULL, -- bytes, and
	modified    BIGINT  NOT NULL, -- nanoseconds since 1970, of what was seen last
	seen_at     BIGINT  NOT NULL,
	taken_at    BIGINT  NOT NULL, -- 0 for never
	gone_at     BIGINT  NOT NULL, -- the file is not there since; 0 where it is
	target      TEXT    NOT NULL, -- where the original was moved to, or is about to be; empty for nowhere
	moved       BOOLEAN NOT NULL,
	pending     BOOLEAN NOT NULL, -- something is still to be made of the end of its document
	again       BOOLEAN NOT NULL  -- of one that failed: it is tried by itself at the next occasion
);
-- One that was moved away leaves its name to the next.
CREATE UNIQUE INDEX folder_arrival_by_path ON folder_arrival (folder_id, path) WHERE NOT moved;
CREATE INDEX folder_arrival_by_time ON folder_arrival (folder_id, seen_at, id);
CREATE INDEX folder_arrival_by_state ON folder_arrival (folder_id, state, seen_at, id);
CREATE INDEX folder_arrival_by_content ON folder_arrival (content, folder_id) WHERE content <> '';
CREATE INDEX folder_arrival_by_document ON folder_arrival (document_id) WHERE document_id <> '';
CREATE INDEX folder_arrival_pending ON folder_arrival (folder_id, id) WHERE pending;
CREATE INDEX folder_arrival_gone ON folder_arrival (gone_at) WHERE gone_at <> 0;
