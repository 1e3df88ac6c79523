-- Operators write articles in the console. Who wrote a version; null for the ones an installation starts with.
ALTER TABLE content_versions ADD COLUMN written_by text CHECK (written_by <> '');
-- Not shown while it stands; what was published stays in the table.
ALTER TABLE content_articles ADD COLUMN withdrawn_at bigint;
GRANT UPDATE (position, image, published_at, withdrawn_at) ON content_articles TO candor_app;
