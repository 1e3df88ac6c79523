-- What the customer reads of it, in their language; `reason` stays for colleagues.
ALTER TABLE accounts_freezes
  ADD COLUMN why text NOT NULL DEFAULT 'review'
    CHECK (why IN ('review', 'accountSafety', 'identityCheck', 'paymentCheck', 'rulesCheck', 'legalOrder')),
  -- Since when without a break. A review takes the place of the freeze before it, and an address confirmed between the two was confirmed under a freeze.
  ADD COLUMN frozen_since timestamptz;

WITH RECURSIVE chain AS (
  SELECT id, user_id, placed_at AS since FROM accounts_freezes
  UNION ALL
  SELECT chain.id, chain.user_id, earlier.placed_at
    FROM chain JOIN accounts_freezes earlier
      ON earlier.user_id = chain.user_id AND earlier.lift_reason = 'replaced'
     AND earlier.lifted_at = chain.since AND earlier.placed_at < chain.since
)
UPDATE accounts_freezes f SET frozen_since = c.since
  FROM (SELECT id, min(since) AS since FROM chain GROUP BY id) c WHERE c.id = f.id;
ALTER TABLE accounts_freezes
  ALTER COLUMN frozen_since SET NOT NULL,
  ADD CHECK (frozen_since <= placed_at);
