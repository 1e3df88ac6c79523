CREATE OR REPLACE FUNCTION notifications_split(p_code text, p_fresh bigint, p_old bigint) RETURNS void LANGUAGE sql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE notifications_alerts
     SET price = least(1000000000000000000, greatest(1, round(price::numeric * p_old / p_fresh)))::bigint
   WHERE code = p_code AND fired_at IS NULL
$$;
COMMENT ON FUNCTION notifications_split IS
  'Moves the levels of waiting alerts in the transaction of a split. Levels are rounded half up, and none is above 100 million.';
