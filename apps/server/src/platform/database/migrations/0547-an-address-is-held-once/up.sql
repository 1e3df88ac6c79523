-- One address under two names would count the same coins twice. Places wait for each other, so that two at once see each other.
CREATE FUNCTION trust_holdings_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.address IS NULL OR NEW.stated = 0 THEN
    RETURN NEW;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('trust_holdings', 0));
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT ON (name) name, network, address, stated FROM trust_holdings ORDER BY name, version DESC) newest
     WHERE newest.name <> NEW.name AND newest.network = NEW.network AND newest.address = NEW.address AND newest.stated > 0
  ) THEN
    RAISE EXCEPTION 'trust: the address % is held under another name', NEW.address
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'trust_holdings_once';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER trust_holdings_once BEFORE INSERT ON trust_holdings FOR EACH ROW EXECUTE FUNCTION trust_holdings_once();
