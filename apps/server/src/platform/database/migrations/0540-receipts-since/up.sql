-- Since when the receipts of this installation prove reasons: published with its keys. One row, written here and never again.
CREATE TABLE trust_receipts_since (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Epoch ms.
  at bigint NOT NULL
);
GRANT SELECT ON trust_receipts_since TO candor_app;
CREATE FUNCTION trust_receipts_since_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'trust: since when receipts prove is never changed' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER trust_receipts_since_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON trust_receipts_since
  FOR EACH STATEMENT EXECUTE FUNCTION trust_receipts_since_stays();
INSERT INTO trust_receipts_since (at) VALUES (floor(extract(epoch FROM now()) * 1000)::bigint);
