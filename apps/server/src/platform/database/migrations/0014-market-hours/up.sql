CREATE TABLE markets_hours (
  -- That of the proposal it was approved with.
  id           uuid    PRIMARY KEY REFERENCES operators_proposals,
  sequence     bigint  GENERATED ALWAYS AS IDENTITY UNIQUE,
  -- A class, a calendar of holidays or one market: `class:forex`, `calendar:NYSE`, `market:AAPL`.
  scope        text    NOT NULL CHECK (scope ~ '^(class|calendar|market):[A-Za-z0-9]{1,20}$'),
  -- Days and weekly sessions that are announced, and announced ones that are withdrawn (`HoursChange` of the rules).
  change       jsonb   NOT NULL,
  -- First moment at which a market opens or closes otherwise than without it; null: none does.
  changes_from bigint,
  -- First moment at which a market is closed that would be open without it; null: it closes nothing.
  shuts_from   bigint,
  reason       text    NOT NULL CHECK (reason <> ''),
  proposed_by  uuid    NOT NULL REFERENCES operators_people,
  approved_by  uuid    NOT NULL REFERENCES operators_people,
  announced_at bigint  NOT NULL,
  CONSTRAINT markets_hours_two_people CHECK (proposed_by <> approved_by),
  CONSTRAINT markets_hours_scope CHECK (change ->> 'scope' IS NOT DISTINCT FROM scope),
  CONSTRAINT markets_hours_from CHECK (changes_from > announced_at),
  -- As with tariffs: customers have a day at least before a market is closed to them.
  CONSTRAINT markets_hours_notice CHECK (shuts_from >= announced_at + 86400000)
);
COMMENT ON TABLE markets_hours IS
  'Every decision about closed days and weekly sessions of markets (ADR-267), in order. The sessions and holidays without any are in the program and with each added market. None is changed or deleted. Times in epoch ms.';
GRANT SELECT, INSERT (id, scope, change, changes_from, shuts_from, reason, proposed_by, approved_by, announced_at)
  ON markets_hours TO candor_app;
