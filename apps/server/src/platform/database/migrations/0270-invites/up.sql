-- Who came by whose invitation, and what was paid for it. Amounts in USDT's smallest unit, shares in 10^-12, times in epoch ms.
CREATE TABLE invites_friends (
  id              uuid   PRIMARY KEY,
  sequence        bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  user_id         uuid   NOT NULL UNIQUE,
  inviter_id      uuid   NOT NULL CHECK (inviter_id <> user_id),
  -- As it was when they joined (trust T18).
  fee_share       bigint NOT NULL CHECK (fee_share BETWEEN 0 AND 1000000000000),
  joined_at       bigint NOT NULL,
  until_at        bigint NOT NULL CHECK (until_at >= joined_at),
  -- The moment up to which their fees were looked at, and the ledger entry up to which they were paid for.
  looked_through  bigint NOT NULL,
  settled_through bigint NOT NULL DEFAULT 0,
  fees            bigint NOT NULL DEFAULT 0 CHECK (fees >= 0),
  earned          bigint NOT NULL DEFAULT 0 CHECK (earned BETWEEN 0 AND fees)
);
CREATE INDEX invites_friends_of ON invites_friends (inviter_id, sequence);
CREATE INDEX invites_friends_looked ON invites_friends (looked_through);

CREATE TABLE invites_commissions (
  id           uuid   PRIMARY KEY,
  sequence     bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  friend_id    uuid   NOT NULL REFERENCES invites_friends (id),
  inviter_id   uuid   NOT NULL,
  -- The friend's ledger entries it pays for: after the first number, up to the second.
  after_entry  bigint NOT NULL,
  through_entry bigint NOT NULL CHECK (through_entry > after_entry),
  fees         bigint NOT NULL CHECK (fees > 0),
  fee_share    bigint NOT NULL,
  commission   bigint NOT NULL CHECK (commission > 0),
  paid_at      bigint NOT NULL,
  -- An entry is paid for once: the stretches of one friend follow each other.
  UNIQUE (friend_id, after_entry),
  CHECK (commission = floor(fees::numeric * fee_share / 1000000000000))
);
CREATE INDEX invites_commissions_of ON invites_commissions (inviter_id, sequence);

CREATE FUNCTION invites_paid_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'invites: what was paid is never changed or removed' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER invites_commissions_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON invites_commissions
  FOR EACH STATEMENT EXECUTE FUNCTION invites_paid_once();

-- Who was invited before this room existed, on the terms the rulebook had then, from now on.
INSERT INTO invites_friends (id, user_id, inviter_id, fee_share, joined_at, until_at, looked_through)
  SELECT gen_random_uuid(), u.id, u.invited_by, 100000000000,
         (extract(epoch FROM u.created_at) * 1000)::bigint,
         (extract(epoch FROM u.created_at + interval '12 months') * 1000)::bigint,
         (extract(epoch FROM u.created_at) * 1000)::bigint
    FROM accounts_users u WHERE u.invited_by IS NOT NULL AND u.invited_by <> u.id;

GRANT SELECT, INSERT ON invites_friends, invites_commissions TO candor_app;
GRANT UPDATE (looked_through, settled_through, fees, earned) ON invites_friends TO candor_app;

-- Out of what the operator earned by fees, real money only.
INSERT INTO ledger_permitted (kind, debited_class, credited_class, money) VALUES
  ('invite-commission', 'fee-revenue', 'customer', 'real');
