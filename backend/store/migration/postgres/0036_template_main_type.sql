-- beside 35
-- The type of the main document of a package of templates; '' for other templates, and for packages stored before.
ALTER TABLE template_version ADD COLUMN main_type TEXT NOT NULL DEFAULT '';
