-- Trailing stops of real accounts follow only prices they may trade on, so their best prices are kept apart from those of demo accounts.
-- What was kept before cannot be told apart: 'both'.
ALTER TABLE orders_trail_peaks ADD COLUMN mode text NOT NULL DEFAULT 'both' CHECK (mode IN ('demo', 'real', 'both'));
ALTER TABLE orders_trail_peaks ALTER COLUMN mode DROP DEFAULT;
ALTER TABLE orders_trail_peaks DROP CONSTRAINT orders_trail_peaks_pkey, ADD PRIMARY KEY (code, mode, direction, through);
