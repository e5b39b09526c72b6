-- The template of the library that a task has filled; empty for none, and until it is found.
ALTER TABLE task ADD COLUMN template_id TEXT NOT NULL DEFAULT '';
CREATE INDEX task_by_library_template ON task (template_id, number);
