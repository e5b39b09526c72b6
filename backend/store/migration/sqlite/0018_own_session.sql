-- Sessions that a window made for its own reader: not told among those that others were granted.
ALTER TABLE viewing_session ADD COLUMN own BOOLEAN NOT NULL DEFAULT FALSE;
