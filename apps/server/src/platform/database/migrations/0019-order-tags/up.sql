CREATE TABLE orders_tags (
  -- Order that was placed: a contract or an option. Its closed parts share the tags.
  order_id uuid NOT NULL,
  tag      text NOT NULL CHECK (char_length(tag) BETWEEN 1 AND 24 AND tag !~ '[[:cntrl:],]'),
  user_id  uuid NOT NULL,
  mode     text NOT NULL CHECK (mode IN ('demo', 'real')),
  PRIMARY KEY (order_id, tag)
);
COMMENT ON TABLE orders_tags IS
  'Words by which customers group their orders. The rule (rules/orders/tags/order-tags.ts) states their form and their number.';
CREATE INDEX orders_tags_of ON orders_tags (user_id, mode, tag);
GRANT SELECT, INSERT, DELETE ON orders_tags TO candor_app;

CREATE OR REPLACE VIEW orders_all AS
SELECT 'contract'::text AS kind, id, user_id, mode, order_no, code, code AS name, status, created_at, closed_at,
       coalesce(profit, 0) AS profit, fee, swap,
       (SELECT coalesce(sum((e.facts ->> 'dividend')::numeric) * 1000000, 0)::bigint
          FROM orders_events e WHERE e.order_id = c.id AND e.kind = 'dividend') AS dividends,
       -- A split that leaves no lots ends the order: its cash is the profit.
       (SELECT coalesce(sum((e.facts ->> 'cash')::numeric) * 1000000, 0)::bigint
          FROM orders_events e WHERE e.order_id = c.id AND e.kind = 'split' AND (e.facts ->> 'lots')::numeric > 0) AS split_cash,
       coalesce(part_of, id) AS tagged_id
  FROM orders_contracts c
UNION ALL
SELECT 'option', id, user_id, mode, order_no, code, code, status, opened_at, closed_at,
       coalesce(profit, 0), 0::bigint, 0::bigint, 0::bigint, 0::bigint, id
  FROM options_orders
UNION ALL
SELECT 'plan', id, user_id, 'real', order_no, NULL, product_name, CASE status WHEN 'earning' THEN 'open' ELSE 'closed' END,
       started_at, closed_at, paid_days * day_minor - coalesce(penalty, 0), 0::bigint, 0::bigint, 0::bigint, 0::bigint, id
  FROM smart_plans;
