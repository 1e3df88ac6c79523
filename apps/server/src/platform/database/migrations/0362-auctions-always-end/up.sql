-- An auction whose leading bid cannot be paid ends unsold, with its bids kept.
DO $$
DECLARE
  found text;
BEGIN
  SELECT conname INTO STRICT found FROM pg_constraint
   WHERE conrelid = 'nft_works'::regclass AND contype = 'c'
     AND pg_get_constraintdef(oid) LIKE '%unsold%' AND pg_get_constraintdef(oid) LIKE '%bid_count%';
  EXECUTE format('ALTER TABLE nft_works DROP CONSTRAINT %I', found);
END
$$;
ALTER TABLE nft_works ADD CONSTRAINT nft_works_check_bids CHECK (state NOT IN ('draft', 'withdrawn') OR bid_count = 0);

CREATE FUNCTION nft_bids_are_not_offered_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = 'unsold' AND OLD.bid_count > 0 AND NEW.state <> 'unsold' THEN
    RAISE EXCEPTION 'nft: an auction that had bids is not opened again'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'nft_moves';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER nft_works_bids_stay BEFORE UPDATE OF state ON nft_works
  FOR EACH ROW EXECUTE FUNCTION nft_bids_are_not_offered_again();
