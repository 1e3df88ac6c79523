-- Accounts that stand at or below 100 % of their used margin and were told so.
CREATE TABLE orders_margin_calls (
  user_id uuid NOT NULL,
  mode    text NOT NULL CHECK (mode IN ('demo', 'real')),
  PRIMARY KEY (user_id, mode)
);
GRANT SELECT, INSERT, DELETE ON orders_margin_calls TO candor_app;

-- Who was called, each with the notice of it, and who stands above again: {user_id, mode}.
CREATE FUNCTION orders_margin_call(p_fence bigint, p_notices jsonb, p_over jsonb) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  -- As in orders_commit: an engine that was overtaken tells nobody anything.
  PERFORM FROM orders_lease WHERE fence = p_fence FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'orders: another engine leads' USING ERRCODE = 'CA001';
  END IF;
  DELETE FROM orders_margin_calls c
   USING jsonb_to_recordset(p_over) o (user_id uuid, mode text)
   WHERE c.user_id = o.user_id AND c.mode = o.mode;
  INSERT INTO orders_margin_calls (user_id, mode)
    SELECT DISTINCT n.user_id, n.mode FROM jsonb_to_recordset(p_notices) n (user_id uuid, mode text)
  ON CONFLICT DO NOTHING;
  PERFORM notifications_keep(p_notices);
END
$$;
REVOKE ALL ON FUNCTION orders_margin_call FROM PUBLIC;
GRANT EXECUTE ON FUNCTION orders_margin_call TO candor_app;
