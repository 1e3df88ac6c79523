-- Limit and stop entry, trailing stops, part close. Prices in 10^-10, times in epoch ms.
ALTER TABLE orders_contracts
  ALTER COLUMN open_price DROP NOT NULL,
  ALTER COLUMN opened_at DROP NOT NULL,
  -- The level of a limit or stop order.
  ADD COLUMN price        bigint CHECK (price > 0),
  ADD COLUMN expires_at   bigint,
  -- The distance of a trailing stop, the best price when it was set, and its place in the order of settings.
  ADD COLUMN trail_distance bigint CHECK (trail_distance > 0),
  ADD COLUMN trail_from   bigint,
  ADD COLUMN trail_number bigint,
  -- What is set aside in the ledger, [[hold, amount]]; null: the margin, under the order's own id.
  ADD COLUMN holds        jsonb,
  -- A closed part names the order it was a part of.
  ADD COLUMN part_of      uuid,
  ADD CONSTRAINT orders_contracts_level CHECK ((kind = 'market') = (price IS NULL)),
  ADD CONSTRAINT orders_contracts_opened CHECK
    ((status IN ('pending', 'cancelled', 'expired')) = (open_price IS NULL AND opened_at IS NULL)),
  ADD CONSTRAINT orders_contracts_trail CHECK (num_nulls(trail_from, trail_number) IN (0, 2));
CREATE INDEX orders_contracts_trails ON orders_contracts (trail_number) WHERE trail_number IS NOT NULL;

ALTER TABLE orders_events DROP CONSTRAINT orders_events_kind_check;
ALTER TABLE orders_events ADD CONSTRAINT orders_events_kind_check
  CHECK (kind IN ('place', 'open', 'edit', 'swap', 'part', 'close', 'cancel', 'expire'));

-- The best price that every trailing stop up to a number has seen, so that a restart forgets none.
CREATE TABLE orders_trail_peaks (
  code      text   NOT NULL,
  direction text   NOT NULL CHECK (direction IN ('buy', 'sell')),
  through   bigint NOT NULL,
  best      bigint NOT NULL,
  PRIMARY KEY (code, direction, through)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON orders_trail_peaks TO candor_app;
