-- Where a row begins in its file: a line of a text, a row of a sheet, from 1.
ALTER TABLE task_row ADD COLUMN line BIGINT NOT NULL DEFAULT 0;
