-- A withdrawal that was sent is gone, whatever its customer's account still holds: the operator pays what is missing.
INSERT INTO ledger_permitted (kind, debited_class, credited_class, money, bounded) VALUES
  ('negative-balance-protection', 'negative-balance', 'customer', 'real', false);

-- Locks accounts in the order in which every posting locks them, and gives their balances in the order they were named.
CREATE FUNCTION ledger_lock_accounts(p_accounts bigint[]) RETURNS bigint[] LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  balances bigint[];
BEGIN
  PERFORM FROM ledger_accounts WHERE id = ANY (p_accounts) ORDER BY id FOR NO KEY UPDATE;
  SELECT array_agg(a.balance ORDER BY u.ix) INTO balances
    FROM unnest(p_accounts) WITH ORDINALITY u (id, ix) LEFT JOIN ledger_accounts a ON a.id = u.id;
  RETURN balances;
END
$$;
REVOKE ALL ON FUNCTION ledger_lock_accounts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_lock_accounts TO candor_app;
