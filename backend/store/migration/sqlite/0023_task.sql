-- The library of templates. What was filled with one is under its task.
CREATE TABLE template (
	number     INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, -- in their order
	id         TEXT    NOT NULL UNIQUE,
	name       TEXT    NOT NULL UNIQUE,
	created_at BIGINT  NOT NULL
);
CREATE TABLE template_version (
	template_id TEXT   NOT NULL REFERENCES template (id) ON DELETE CASCADE,
	number      BIGINT NOT NULL, -- from 1
	filename    TEXT   NOT NULL,
	type        TEXT   NOT NULL, -- by content
	size        BIGINT NOT NULL,
	created_at  BIGINT NOT NULL,
	content     TEXT   NOT NULL, -- SHA-256, hex
	PRIMARY KEY (template_id, number)
);
CREATE INDEX template_version_by_content ON template_version (content);

-- Template tasks. No session of a platform is in any column.
CREATE TABLE task (
	number        INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, -- in their order
	id            TEXT    NOT NULL UNIQUE,
	state         TEXT    NOT NULL,
	created_at    BIGINT  NOT NULL,
	started_at    BIGINT,           -- null until it runs
	ended_at      BIGINT,           -- null until it has ended
	identifier    TEXT    NOT NULL, -- of the template; empty where that was posted itself
	template      TEXT    NOT NULL, -- its content, SHA-256, hex; empty until it is fetched
	template_name TEXT    NOT NULL, -- its file name
	params        BLOB,             -- JSON, sealed; null for none, and when the task has ended
	options       TEXT    NOT NULL, -- JSON
	integration   TEXT    NOT NULL, -- JSON; empty for none
	log           TEXT    NOT NULL, -- JSON
	problems      TEXT    NOT NULL  -- JSON; empty for none
);
CREATE INDEX task_by_state ON task (state, number);
CREATE INDEX task_by_end ON task (ended_at);
CREATE INDEX task_by_template ON task (template);
CREATE TABLE task_result (
	task_id     TEXT    NOT NULL REFERENCES task (id) ON DELETE CASCADE,
	place       BIGINT  NOT NULL, -- in their order, from 0
	id          TEXT    NOT NULL,
	name        TEXT    NOT NULL,
	type        TEXT    NOT NULL,
	size        BIGINT  NOT NULL,
	content     TEXT    NOT NULL, -- SHA-256, hex
	marked      BOOLEAN NOT NULL, -- it shows what is wrong with the template
	document_id TEXT    NOT NULL, -- in the library; empty for none
	session_id  TEXT    NOT NULL, -- of the library's viewer; empty for none
	platform_id TEXT    NOT NULL, -- empty for none
	PRIMARY KEY (task_id, place)
);
CREATE INDEX task_result_by_content ON task_result (content);
