-- The characters of a PDF's indexed pages that no font has, by kind, as JSON; empty where
-- there are none, or were not looked for.
ALTER TABLE pdf ADD COLUMN unseen TEXT NOT NULL DEFAULT '';
