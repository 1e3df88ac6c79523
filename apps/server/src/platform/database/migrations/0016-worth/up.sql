-- Dividends and the cash of splits of an order, which few orders have.
CREATE INDEX orders_events_paid ON orders_events (order_id) WHERE kind IN ('dividend', 'split');

CREATE OR REPLACE VIEW orders_all AS
SELECT 'contract'::text AS kind, id, user_id, mode, order_no, code, code AS name, status, created_at, closed_at,
       coalesce(profit, 0) AS profit, fee, swap,
       (SELECT coalesce(sum((e.facts ->> 'dividend')::numeric) * 1000000, 0)::bigint
          FROM orders_events e WHERE e.order_id = c.id AND e.kind = 'dividend') AS dividends,
       -- A split that leaves no lots ends the order: its cash is the profit.
       (SELECT coalesce(sum((e.facts ->> 'cash')::numeric) * 1000000, 0)::bigint
          FROM orders_events e WHERE e.order_id = c.id AND e.kind = 'split' AND (e.facts ->> 'lots')::numeric > 0) AS split_cash
  FROM orders_contracts c
UNION ALL
SELECT 'option', id, user_id, mode, order_no, code, code, status, opened_at, closed_at,
       coalesce(profit, 0), 0::bigint, 0::bigint, 0::bigint, 0::bigint
  FROM options_orders
UNION ALL
SELECT 'plan', id, user_id, 'real', order_no, NULL, product_name, CASE status WHEN 'earning' THEN 'open' ELSE 'closed' END,
       started_at, closed_at, paid_days * day_minor - coalesce(penalty, 0), 0::bigint, 0::bigint, 0::bigint, 0::bigint
  FROM smart_plans;
