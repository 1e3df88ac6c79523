ALTER TABLE jobs_clock ADD COLUMN sandbox boolean NOT NULL DEFAULT false;
