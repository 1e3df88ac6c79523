-- When a node first showed the payment of a withdrawal in a block, whole; epoch ms. Set once.
ALTER TABLE funding_withdrawals ADD COLUMN seen_at bigint;
-- What a node completed before was on the chain; its payment counts from when it was sent, as it did until now.
ALTER TABLE funding_withdrawals DISABLE TRIGGER USER;
UPDATE funding_withdrawals w SET seen_at = e.at
  FROM funding_withdrawal_events e
 WHERE e.withdrawal_id = w.id AND e.status = 'sent' AND (w.status = 'completed' OR w.sight_state = 'mined');
ALTER TABLE funding_withdrawals ENABLE TRIGGER USER;

CREATE FUNCTION funding_seen_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.seen_at IS NOT NULL AND NEW.seen_at IS DISTINCT FROM OLD.seen_at THEN
    RAISE EXCEPTION 'funding: a payment is first seen once'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'funding_withdrawal_seen';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER funding_seen_once BEFORE UPDATE OF seen_at ON funding_withdrawals
  FOR EACH ROW EXECUTE FUNCTION funding_seen_once();
CREATE INDEX funding_withdrawals_due ON funding_withdrawals (deadline_at);
CREATE INDEX funding_withdrawals_asked ON funding_withdrawals (created_at);
GRANT UPDATE (seen_at) ON funding_withdrawals TO candor_app;
