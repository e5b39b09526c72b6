-- Named profiles and themes of the viewer.
CREATE TABLE viewer_setting (
	noun       TEXT   NOT NULL, -- profile or theme
	name       TEXT   NOT NULL,
	updated_at BIGINT NOT NULL,
	properties TEXT   NOT NULL, -- JSON object
	PRIMARY KEY (noun, name)
);
