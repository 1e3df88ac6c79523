-- How many codes went out on a day, over all processes: what is unusual is told to operators, and costs visitors a proof of work.
CREATE TABLE limits_messages (
  day     date        NOT NULL,
  kind    text        NOT NULL CHECK (kind IN ('mail', 'sms')),
  sent    integer     NOT NULL CHECK (sent > 0),
  -- When operators were told that the day is unusual.
  told_at timestamptz,
  PRIMARY KEY (day, kind)
);
-- Proofs of work that were used, until they would have run out anyway.
CREATE UNLOGGED TABLE limits_spent_work (
  proof   bytea       PRIMARY KEY,
  ends_at timestamptz NOT NULL
);
CREATE INDEX limits_spent_work_ends ON limits_spent_work (ends_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON limits_messages, limits_spent_work TO candor_app;
