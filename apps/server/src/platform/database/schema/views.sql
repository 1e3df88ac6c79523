-- Views that read tables of several modules. Only the views listed here may.

CREATE VIEW orders_all AS
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
COMMENT ON VIEW orders_all IS
  'Every order of a customer, whatever its kind: the list, its totals and the statistics are read from here. It has '
  'the columns that filter, sort and add up; each module reads its own rows for the rest. Three indexes in the same '
  'order serve it, so that a page is a merge of three index scans.';
GRANT SELECT ON orders_all TO candor_app;
