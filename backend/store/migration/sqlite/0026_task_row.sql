-- Tasks of many rows. How many there are is 0 until they are read, and null for a task of one.
ALTER TABLE task ADD COLUMN row_count BIGINT;
ALTER TABLE task ADD COLUMN rows_done BIGINT NOT NULL DEFAULT 0;
ALTER TABLE task ADD COLUMN rows_failed BIGINT NOT NULL DEFAULT 0;

-- What the rows of a task are read from, until it has ended.
CREATE TABLE task_source (
	task_id TEXT NOT NULL PRIMARY KEY REFERENCES task (id) ON DELETE CASCADE,
	content BLOB NOT NULL  -- sealed
);

-- What has become of the rows of a task so far.
CREATE TABLE task_row (
	task_id  TEXT   NOT NULL REFERENCES task (id) ON DELETE CASCADE,
	number   BIGINT NOT NULL, -- as the file counts them, from 1
	state    TEXT   NOT NULL,
	name     TEXT   NOT NULL, -- of its first document; empty for none
	problems TEXT   NOT NULL, -- JSON; empty for none
	PRIMARY KEY (task_id, number)
);
CREATE INDEX task_row_by_state ON task_row (task_id, state, number);
CREATE TABLE task_row_result (
	task_id     TEXT   NOT NULL,
	number      BIGINT NOT NULL, -- of the row
	place       BIGINT NOT NULL, -- in their order, from 0
	id          TEXT   NOT NULL,
	name        TEXT   NOT NULL,
	type        TEXT   NOT NULL,
	size        BIGINT NOT NULL,
	content     TEXT   NOT NULL, -- SHA-256, hex
	document_id TEXT   NOT NULL, -- in the library; empty for none
	session_id  TEXT   NOT NULL, -- of the library's viewer; empty for none
	platform_id TEXT   NOT NULL, -- empty for none
	PRIMARY KEY (task_id, number, place),
	FOREIGN KEY (task_id, number) REFERENCES task_row (task_id, number) ON DELETE CASCADE
);
CREATE INDEX task_row_result_by_content ON task_row_result (content);
CREATE INDEX task_row_result_by_id ON task_row_result (task_id, id);
