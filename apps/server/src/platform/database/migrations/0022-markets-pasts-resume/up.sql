-- When a market's simulated past ends; written_at is null until all of it stands in the table.
ALTER TABLE markets_pasts ADD COLUMN ends_at bigint NOT NULL DEFAULT 0;
ALTER TABLE markets_pasts ALTER COLUMN written_at DROP NOT NULL;
GRANT UPDATE ON markets_pasts TO candor_app;
