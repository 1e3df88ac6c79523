CREATE TABLE markets_instruments (
  -- That of the proposal it was approved with.
  id           uuid    PRIMARY KEY REFERENCES operators_proposals,
  sequence     bigint  GENERATED ALWAYS AS IDENTITY UNIQUE,
  code         text    NOT NULL CHECK (code ~ '^[A-Z0-9]{1,20}$'),
  -- The market as the contract declares it (`instrument`); null where only the offer changes.
  instrument   jsonb,
  -- Whether new positions can be opened from then on, false: open ones can only be closed; null where the market itself is written.
  offered      boolean,
  holds_from   bigint  NOT NULL,
  reason       text    NOT NULL CHECK (reason <> ''),
  proposed_by  uuid    NOT NULL REFERENCES operators_people,
  approved_by  uuid    NOT NULL REFERENCES operators_people,
  announced_at bigint  NOT NULL,
  CONSTRAINT markets_instruments_two_people CHECK (proposed_by <> approved_by),
  CONSTRAINT markets_instruments_code CHECK (instrument IS NULL OR instrument ->> 'code' IS NOT DISTINCT FROM code),
  CONSTRAINT markets_instruments_one CHECK ((instrument IS NULL) <> (offered IS NULL)),
  CONSTRAINT markets_instruments_from CHECK (holds_from >= announced_at),
  -- As with tariffs: customers have a day at least.
  CONSTRAINT markets_instruments_notice CHECK (offered IS NOT FALSE OR holds_from >= announced_at + 86400000)
);
COMMENT ON TABLE markets_instruments IS
  'Every version of the markets that operators added, and every change of what is offered (ADR-263). The platform''s own list is in the program. The newest version of a market that has begun holds; none is changed or deleted. Times in epoch ms.';
CREATE INDEX markets_instruments_of ON markets_instruments (code, holds_from, sequence);
GRANT SELECT, INSERT (id, code, instrument, offered, holds_from, reason, proposed_by, approved_by, announced_at)
  ON markets_instruments TO candor_app;
