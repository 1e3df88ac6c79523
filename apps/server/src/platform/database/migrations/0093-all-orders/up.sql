-- Every order of a customer, whichever kind: what the one list, its totals and the trade statistics are read from.
CREATE VIEW orders_all AS
SELECT 'contract'::text AS kind, id, user_id, mode, order_no, code, code AS name, status, created_at, closed_at,
       coalesce(profit, 0) AS profit, fee, swap
  FROM orders_contracts
UNION ALL
SELECT 'option', id, user_id, mode, order_no, code, code, status, opened_at, closed_at,
       coalesce(profit, 0), 0::bigint, 0::bigint
  FROM options_orders
UNION ALL
SELECT 'plan', id, user_id, 'real', order_no, NULL, product_name, CASE status WHEN 'earning' THEN 'open' ELSE 'closed' END,
       started_at, closed_at, paid_days * day_minor - coalesce(penalty, 0), 0::bigint, 0::bigint
  FROM smart_plans;
GRANT SELECT ON orders_all TO candor_app;

-- The list's order, in each of the three: a page is read by merging them, however many orders there are.
CREATE INDEX orders_contracts_placed ON orders_contracts (user_id, mode, created_at, id);
CREATE INDEX options_orders_placed ON options_orders (user_id, mode, opened_at, id);
CREATE INDEX smart_plans_placed ON smart_plans (user_id, started_at, id);
