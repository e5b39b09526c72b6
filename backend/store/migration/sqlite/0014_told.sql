-- When the owner of a session was last told that it was opened, in milliseconds since 1970.
ALTER TABLE viewing_session ADD COLUMN told_at BIGINT NOT NULL DEFAULT 0;
