-- Letters to customers: written in the transaction of what they tell of, sent once it stands. Times in epoch ms.
CREATE TABLE outbox_letters (
  id         bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id    uuid    NOT NULL,
  kind       text    NOT NULL CHECK (kind <> ''),
  -- Names what happened: one letter, whoever tells it again.
  once       text    NOT NULL UNIQUE,
  facts      jsonb   NOT NULL,
  created_at bigint  NOT NULL,
  -- Not tried before this; put off by whoever tries, so that two do not send the same.
  next_at    bigint  NOT NULL,
  attempts   integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  sent_at    bigint
);
CREATE INDEX outbox_letters_waiting ON outbox_letters (next_at) WHERE sent_at IS NULL;

GRANT SELECT, INSERT, DELETE ON outbox_letters TO candor_app;
GRANT UPDATE (next_at, attempts, sent_at) ON outbox_letters TO candor_app;
