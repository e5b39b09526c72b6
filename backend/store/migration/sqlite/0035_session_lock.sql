-- A session that does not state whether its profile is enforced has a null: it enforces the permissions of a profile
-- that it or its document names. Existing sessions keep their value.
ALTER TABLE viewing_session RENAME COLUMN locked TO locked_before;
ALTER TABLE viewing_session ADD COLUMN locked BOOLEAN;
UPDATE viewing_session SET locked = locked_before;
ALTER TABLE viewing_session DROP COLUMN locked_before;
