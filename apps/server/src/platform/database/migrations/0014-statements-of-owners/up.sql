-- SQL of kyc and options no longer names tables of other modules.

DROP TRIGGER kyc_standing_moves ON accounts_users;
CREATE TRIGGER accounts_users_identity BEFORE UPDATE OF kyc, kyc_tier ON accounts_users
  FOR EACH ROW EXECUTE FUNCTION kyc_standing_moves();

CREATE OR REPLACE FUNCTION options_tell_split(p_action uuid, p_code text, p_at bigint, p_ratio text) RETURNS void LANGUAGE sql
  SET search_path = public, pg_temp AS $$
  SELECT notifications_keep(jsonb_agg(jsonb_build_object('id', gen_random_uuid(), 'user_id', h.user_id, 'mode', h.mode,
           'kind', 'optionSplit', 'once', 'option-split:' || p_action || ':' || h.mode, 'code', p_code, 'at', p_at,
           'facts', jsonb_build_object('ratio', p_ratio, 'orders', h.orders::text))))
    FROM (SELECT o.user_id, o.mode, count(*) AS orders FROM options_orders o
           WHERE o.code = p_code AND o.status = 'open' GROUP BY o.user_id, o.mode) h
$$;
