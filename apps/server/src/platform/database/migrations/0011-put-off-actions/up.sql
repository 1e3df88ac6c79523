-- Epoch ms at which the action could not be carried out for the first time; null: never.
ALTER TABLE markets_actions ADD COLUMN put_off_at bigint;
GRANT UPDATE (put_off_at) ON markets_actions TO candor_app;
