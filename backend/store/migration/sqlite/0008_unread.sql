-- The pages of a PDF of which the text was not read, and why, as JSON; empty where there
-- are none, or too many to name.
ALTER TABLE pdf ADD COLUMN unread_pages TEXT NOT NULL DEFAULT '';
