-- beside 35
-- Earlier programs cannot work with the changed table: they cannot read a null, and would not enforce profiles.
-- A session that does not state whether its profile is enforced has a null: it enforces the permissions of a profile
-- that it or its document names. Existing sessions keep their value.
ALTER TABLE viewing_session ALTER COLUMN locked DROP NOT NULL;
