-- The journal gets one number a row, in the order of writing, so that its rows can be covered once and in order.
ALTER TABLE markets_quotes ADD COLUMN entry bigint GENERATED ALWAYS AS IDENTITY;
CREATE UNIQUE INDEX markets_quotes_entry ON markets_quotes (entry);

-- Signed heads (trust T14): what the audit log, the ledger and the quote journal were at a moment.
CREATE TABLE trust_heads (
  number   bigint PRIMARY KEY CHECK (number > 0),
  at       bigint NOT NULL,
  -- Canonical JSON (RFC 8785); names the hash of the head before.
  document text   NOT NULL,
  key_id   text   NOT NULL,
  signature text  NOT NULL
);
GRANT SELECT, INSERT ON trust_heads TO candor_app;
CREATE FUNCTION trust_heads_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'trust: a signed head stays as it was published' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER trust_heads_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON trust_heads
  FOR EACH STATEMENT EXECUTE FUNCTION trust_heads_stay();
