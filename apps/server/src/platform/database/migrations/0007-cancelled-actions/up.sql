CREATE TABLE markets_cancellations (
  action_id    uuid   PRIMARY KEY REFERENCES markets_actions (id),
  -- Account that was notified last: accounts are notified in their order. Null before the first.
  through_user uuid,
  through_mode text,
  -- Epoch ms; null until every account was notified.
  notified_at  bigint,
  CONSTRAINT markets_cancellations_through CHECK ((through_user IS NULL) = (through_mode IS NULL))
);
COMMENT ON TABLE markets_cancellations IS
  'Cancelled actions of markets, and how far the customers concerned were notified. A trigger writes each.';
CREATE INDEX markets_cancellations_due ON markets_cancellations (action_id) WHERE notified_at IS NULL;
CREATE INDEX markets_actions_cancelled ON markets_actions (cancelled_at) WHERE cancelled_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (through_user, through_mode, notified_at) ON markets_cancellations TO candor_app;

CREATE FUNCTION markets_cancellation_noted() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO markets_cancellations (action_id) VALUES (NEW.id);
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION markets_cancellation_noted IS
  'Queues the notices of a cancellation in its own transaction: whoever cancels an action, its customers are notified.';
CREATE TRIGGER markets_cancellation_noted AFTER UPDATE OF cancelled_at ON markets_actions
  FOR EACH ROW WHEN (OLD.cancelled_at IS NULL AND NEW.cancelled_at IS NOT NULL)
  EXECUTE FUNCTION markets_cancellation_noted();
