-- Proof of liabilities (trust T15): one signed document a day, and the trees behind it. Amounts in an asset's smallest unit.
CREATE TABLE trust_liabilities (
  date      text   PRIMARY KEY CHECK (date ~ '^\d{4}-\d{2}-\d{2}$'),
  at        bigint NOT NULL,
  -- Canonical JSON (RFC 8785); names the hash of the proof before.
  document  text   NOT NULL,
  key_id    text   NOT NULL,
  signature text   NOT NULL
);
CREATE FUNCTION trust_liabilities_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'trust: a proof of liabilities stays as it was published' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER trust_liabilities_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON trust_liabilities
  FOR EACH STATEMENT EXECUTE FUNCTION trust_liabilities_stay();
GRANT SELECT, INSERT ON trust_liabilities TO candor_app;

-- What customers' own paths are read from. The signed root tells of any change here, so a trigger need not.
CREATE TABLE trust_liability_nodes (
  date     text    NOT NULL REFERENCES trust_liabilities (date),
  asset    text    NOT NULL,
  level    integer NOT NULL CHECK (level >= 0),
  position integer NOT NULL CHECK (position >= 0),
  minor    bigint  NOT NULL CHECK (minor >= 0),
  hash     text    NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  -- Of a leaf alone: whose it is, its salt, and how much of it lies in plans.
  user_id  uuid,
  salt     text,
  in_plans bigint  CHECK (in_plans BETWEEN 0 AND minor),
  PRIMARY KEY (date, asset, level, position),
  CHECK ((level = 0) = (user_id IS NOT NULL AND salt IS NOT NULL AND in_plans IS NOT NULL))
);
CREATE UNIQUE INDEX trust_liability_leaves ON trust_liability_nodes (user_id, date, asset) WHERE level = 0;
GRANT SELECT, INSERT, DELETE ON trust_liability_nodes TO candor_app;

-- Where the operator says customers' money is kept: versions, so that what was said on a day stays readable.
CREATE TABLE trust_holdings (
  name        text    NOT NULL CHECK (name <> ''),
  version     integer NOT NULL CHECK (version > 0),
  asset       text    NOT NULL CHECK (asset IN ('USDT', 'BTC', 'ETH')),
  -- A node can be asked about an address on a network; null: a place no chain shows.
  network     text,
  address     text,
  -- Nothing: the place is not used any more.
  stated      bigint  NOT NULL CHECK (stated >= 0),
  reason      text    NOT NULL CHECK (reason <> ''),
  proposed_by text    NOT NULL,
  approved_by text    NOT NULL,
  changed_at  bigint  NOT NULL,
  PRIMARY KEY (name, version),
  CHECK ((network IS NULL) = (address IS NULL)),
  CHECK (proposed_by <> approved_by)
);
CREATE FUNCTION trust_holdings_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'trust: what was stated as held stays as it was stated' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER trust_holdings_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON trust_holdings
  FOR EACH STATEMENT EXECUTE FUNCTION trust_holdings_stay();
GRANT SELECT, INSERT ON trust_holdings TO candor_app;
