-- The template of the library that a task has filled; empty for none, and until it is found.
ALTER TABLE task ADD COLUMN template_id TEXT NOT NULL DEFAULT '';
UPDATE task SET template_id = COALESCE((SELECT template.id FROM template WHERE template.id = task.identifier OR template.name = task.identifier), '')
	WHERE identifier <> '' AND integration = '';
CREATE INDEX task_by_library_template ON task (template_id, number);
