-- Its credit was taken back. Written with the row of the reversal and never by the application.
ALTER TABLE funding_deposits ADD COLUMN reversed boolean NOT NULL DEFAULT false CHECK (NOT reversed OR status = 'approved');

-- Both ends are final; what was claimed never changes, and a hash is filled in once. A credited deposit can be marked as reversed.
CREATE OR REPLACE FUNCTION funding_check_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.reversed AND NOT OLD.reversed AND to_jsonb(NEW) - 'reversed' = to_jsonb(OLD) - 'reversed'
     AND EXISTS (SELECT FROM funding_reversals WHERE deposit_id = NEW.id) THEN
    RETURN NEW;
  END IF;
  IF OLD.status <> 'pending' THEN
    RAISE EXCEPTION 'funding: no move from % to %', OLD.status, NEW.status
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'funding_deposit_moves';
  END IF;
  IF (OLD.user_id, OLD.coin, OLD.network, OLD.chain, OLD.address, OLD.own_address, OLD.amount, OLD.proof, OLD.created_at)
     IS DISTINCT FROM
     (NEW.user_id, NEW.coin, NEW.network, NEW.chain, NEW.address, NEW.own_address, NEW.amount, NEW.proof, NEW.created_at)
     OR (OLD.hash IS NOT NULL AND NEW.hash IS DISTINCT FROM OLD.hash) THEN
    RAISE EXCEPTION 'funding: what was handed in never changes'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'funding_deposit_claim';
  END IF;
  RETURN NEW;
END
$$;

-- With the owner's right: the application may not write the mark.
CREATE FUNCTION funding_mark_reversed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE funding_deposits SET reversed = true WHERE id = NEW.deposit_id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION funding_mark_reversed FROM PUBLIC;
CREATE TRIGGER funding_reversals_mark AFTER INSERT ON funding_reversals FOR EACH ROW EXECUTE FUNCTION funding_mark_reversed();
UPDATE funding_deposits SET reversed = true WHERE id IN (SELECT deposit_id FROM funding_reversals);

-- Handed in again by another customer once its credit was taken back; `funding_deposits_once_each` still refuses it to the same one.
DROP INDEX funding_deposits_once;
CREATE UNIQUE INDEX funding_deposits_once ON funding_deposits (chain, hash, address) WHERE status <> 'rejected' AND NOT reversed;
CREATE INDEX funding_deposits_reversed ON funding_deposits (chain, hash, address) WHERE reversed;
