-- Parameters that are kept with a template, to be tried again.
CREATE TABLE template_data (
	template_id TEXT   NOT NULL REFERENCES template (id) ON DELETE CASCADE,
	name        TEXT   NOT NULL,
	params      BLOB   NOT NULL, -- JSON, sealed
	changed_at  BIGINT NOT NULL,
	PRIMARY KEY (template_id, name)
);
