-- Content that records need and that was found to be missing or damaged, until it is found to be whole again.
CREATE TABLE content_fault (
	content   TEXT   NOT NULL PRIMARY KEY,
	condition TEXT   NOT NULL, -- missing or damaged
	found_at  BIGINT NOT NULL
);

-- How far the comparison of all content with its hashes is. There is one row at most.
CREATE TABLE content_check (
	id       BIGINT NOT NULL PRIMARY KEY, -- 1
	position TEXT   NOT NULL,             -- the key that was compared last; empty where no comparison is going on
	ended_at BIGINT NOT NULL              -- when the last one ended; 0 for never
);
