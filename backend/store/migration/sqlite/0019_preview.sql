-- Sessions in which an owner looks at settings that are not stored.
ALTER TABLE viewing_session ADD COLUMN preview BOOLEAN NOT NULL DEFAULT FALSE;
