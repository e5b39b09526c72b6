-- A watched folder that was deleted stays, with its id for its path, until all that is known of
-- its files has gone.
ALTER TABLE folder ADD COLUMN deleted BOOLEAN NOT NULL DEFAULT FALSE;
