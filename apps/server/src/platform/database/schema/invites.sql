-- Invitations: who invited whom, and the share of fees paid for it. Amounts in USDT's smallest unit, shares in
-- 10^-12, times in epoch ms.

CREATE TABLE invites_friends (
  id              uuid   PRIMARY KEY,
  sequence        bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  user_id         uuid   NOT NULL UNIQUE,
  inviter_id      uuid   NOT NULL,
  -- As it was when they joined (trust T18).
  fee_share       bigint NOT NULL CHECK (fee_share BETWEEN 0 AND 1000000000000),
  joined_at       bigint NOT NULL,
  until_at        bigint NOT NULL,
  -- Time up to which their fees were examined, and the ledger entry up to which they were paid for.
  looked_through  bigint NOT NULL,
  settled_through bigint NOT NULL DEFAULT 0,
  -- Ledger entry of the last rebate that was deducted: the share counts fees actually paid (ADR-140).
  rebated_through bigint NOT NULL DEFAULT 0,
  fees            bigint NOT NULL DEFAULT 0 CHECK (fees >= 0),
  earned          bigint NOT NULL DEFAULT 0,
  CONSTRAINT invites_friends_check CHECK (inviter_id <> user_id),
  CONSTRAINT invites_friends_check1 CHECK (until_at >= joined_at),
  CONSTRAINT invites_friends_check2 CHECK (earned BETWEEN 0 AND fees)
);
COMMENT ON TABLE invites_friends IS
  'Invited customers, with the terms when they joined and how far their fees were paid for.';
CREATE INDEX invites_friends_of ON invites_friends (inviter_id, sequence);
CREATE INDEX invites_friends_looked ON invites_friends (looked_through);
GRANT SELECT, INSERT, UPDATE (looked_through, settled_through, fees, earned, rebated_through)
  ON invites_friends TO candor_app;

CREATE TABLE invites_commissions (
  id            uuid   PRIMARY KEY,
  sequence      bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  friend_id     uuid   NOT NULL REFERENCES invites_friends (id),
  inviter_id    uuid   NOT NULL,
  -- Entries it pays for: after the first number, up to the second.
  after_entry   bigint NOT NULL,
  through_entry bigint NOT NULL,
  fees          bigint NOT NULL CHECK (fees > 0),
  -- Deducted from the fees; `fees` is what is left.
  rebates       bigint NOT NULL DEFAULT 0 CHECK (rebates >= 0),
  fee_share     bigint NOT NULL,
  commission    bigint NOT NULL CHECK (commission > 0),
  paid_at       bigint NOT NULL,
  -- An entry is paid for once: the stretches of one friend follow each other.
  UNIQUE (friend_id, after_entry),
  CONSTRAINT invites_commissions_check CHECK (through_entry > after_entry),
  CONSTRAINT invites_commissions_check1 CHECK (commission = floor(fees::numeric * fee_share / 1000000000000))
);
COMMENT ON TABLE invites_commissions IS
  'Payments to inviters, written once. Each names the stretch of the friend''s ledger entries it pays for; entries '
  'of one account follow each other under its lock, so a stretch that was read is complete.';
CREATE INDEX invites_commissions_of ON invites_commissions (inviter_id, sequence);
GRANT SELECT, INSERT ON invites_commissions TO candor_app;

CREATE FUNCTION invites_paid_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'invites: what was paid is never changed or removed' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
COMMENT ON FUNCTION invites_paid_once IS 'Payments are never changed or removed.';
CREATE TRIGGER invites_commissions_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON invites_commissions
  FOR EACH STATEMENT EXECUTE FUNCTION invites_paid_once();
