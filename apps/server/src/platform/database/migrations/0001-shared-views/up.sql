-- Views that a module offers to the others, each named after the module that owns the tables, and one function of
-- the same kind. PostgreSQL merges a view into the statement that reads it, so the same indexes serve it.

CREATE VIEW operators_names AS
SELECT id, email FROM operators_people;
COMMENT ON VIEW operators_names IS
  'Operators by name, for lists of other modules that show who decided. It has neither passwords nor second factors.';
GRANT SELECT ON operators_names TO candor_app;

CREATE VIEW parameters_changes AS
SELECT v.key, v.value, w.value AS before, v.reason, v.changed_by, v.approved_by, v.changed_at
  FROM parameters_values v
  LEFT JOIN parameters_values w ON w.key = v.key AND w.version = v.version - 1;
COMMENT ON VIEW parameters_changes IS 'Every value that a parameter had, with the one before; null before the first.';
GRANT SELECT ON parameters_changes TO candor_app;

CREATE VIEW accounts_names AS
SELECT id, user_name FROM accounts_users;
COMMENT ON VIEW accounts_names IS 'Customers by name, for lists of other modules that operators read. It has no credentials.';
GRANT SELECT ON accounts_names TO candor_app;

CREATE VIEW ledger_customer_entries AS
SELECT a.owner, a.asset, e.seq, e.kind, e.created_at,
       CASE WHEN e.debited = a.id THEN -e.minor ELSE e.minor END AS signed_minor,
       CASE WHEN e.debited = a.id THEN e.debited_after ELSE e.credited_after END AS balance_after
  FROM ledger_accounts a
  JOIN ledger_entries e ON e.customer = a.id
 WHERE a.class = 'customer';
COMMENT ON VIEW ledger_customer_entries IS
  'Entries of customers'' accounts, as they changed the balance. A view, so that sums and the newest row before a '
  'moment stay one statement with the reader''s own tables; the account is found by its owner and its entries by '
  'ledger_entries_statement.';
GRANT SELECT ON ledger_customer_entries TO candor_app;

CREATE VIEW ledger_charity_entries AS
SELECT seq, kind, minor, reference, created_at FROM ledger_entries WHERE kind IN ('nft-sale', 'charity-transfer');
COMMENT ON VIEW ledger_charity_entries IS
  'Entries of the charity''s public ledger. A view, so that a page is joined with the works and transfers it names; '
  'ledger_entries_charity serves it.';
GRANT SELECT ON ledger_charity_entries TO candor_app;

CREATE VIEW ledger_charity AS
SELECT coalesce(account.balance, 0)::bigint AS balance, coalesce(account.held, 0)::bigint AS held,
       moved.credited, moved.transfers, moved.transferred
  FROM (SELECT) one
  LEFT JOIN (SELECT id, balance, held FROM ledger_accounts
              WHERE class = 'charity' AND owner = 'house' AND asset = 'USDT') account ON true
  LEFT JOIN LATERAL (
    SELECT coalesce(sum(minor) FILTER (WHERE credited = account.id), 0)::bigint AS credited,
           count(*) FILTER (WHERE debited = account.id) AS transfers,
           coalesce(sum(minor) FILTER (WHERE debited = account.id), 0)::bigint AS transferred
      FROM ledger_entries WHERE kind IN ('nft-sale', 'charity-transfer')) moved ON true;
COMMENT ON VIEW ledger_charity IS
  'One row: the balance of the charity''s account and the sums of its entries. A view, so that both are of the same '
  'snapshot as the works they are compared with (trust T19).';
GRANT SELECT ON ledger_charity TO candor_app;

-- A changed expression of a line changes every root that is computed from then on.
CREATE VIEW ledger_lines AS
SELECT seq AS number,
       concat_ws('|', seq, posting, kind, debited, credited, asset, minor, debited_after, credited_after,
                 coalesce(customer::text, ''), coalesce(reference, ''), extract(epoch FROM created_at)) AS line
  FROM ledger_entries;
COMMENT ON VIEW ledger_lines IS 'Entries as the lines of text that signed heads cover, by number (trust T14).';
GRANT SELECT ON ledger_lines TO candor_app;

CREATE VIEW markets_quote_lines AS
SELECT entry AS number,
       concat_ws('|', entry, code, seq, revision, source, source_time, received_at, bid, ask, coalesce(reason, '')) AS line
  FROM markets_quotes;
COMMENT ON VIEW markets_quote_lines IS 'Journalled quotes as the lines of text that signed heads cover, by number (trust T14).';
GRANT SELECT ON markets_quote_lines TO candor_app;

CREATE VIEW markets_price_lines AS
SELECT entry AS number,
       concat_ws('|', entry, code, hour, first_seq, last_seq, count, coalesce(any_ext::text, ''),
                 coalesce(real_ext::text, ''), content, hash) AS line
  FROM markets_quote_hours;
COMMENT ON VIEW markets_price_lines IS 'Extremes of hours as the lines of text that signed heads cover, by number (trust T14).';
GRANT SELECT ON markets_price_lines TO candor_app;

CREATE VIEW markets_first_quotes AS
SELECT code, seq, source, source_time, received_at, bid, ask FROM markets_quotes WHERE revision = 0;
COMMENT ON VIEW markets_first_quotes IS
  'Journalled quotes as trading used them, without later corrections. A view, so that orders are joined with their '
  'quotes by the primary key.';
GRANT SELECT ON markets_first_quotes TO candor_app;

CREATE FUNCTION markets_last_prices(p_codes text[], p_real boolean) RETURNS TABLE (code text, bid bigint, ask bigint)
  LANGUAGE sql STABLE AS $$
  SELECT c.code, coalesce(w.ext[1], q.bid), coalesce(w.ext[4], q.ask)
    FROM unnest(p_codes) c (code)
   CROSS JOIN LATERAL (SELECT coalesce(
      CASE WHEN p_real THEN (
        SELECT m.real_ext FROM markets_quote_minutes m
         WHERE m.code = c.code AND m.real_ext IS NOT NULL ORDER BY m.first_seq DESC LIMIT 1) END,
      (SELECT m.any_ext FROM markets_quote_minutes m
        WHERE m.code = c.code AND m.any_ext IS NOT NULL ORDER BY m.first_seq DESC LIMIT 1)) AS ext) w
    LEFT JOIN LATERAL (
      SELECT j.bid, j.ask FROM markets_quotes j
       WHERE j.code = c.code ORDER BY j.seq DESC, j.revision DESC LIMIT 1) q ON w.ext IS NULL
   WHERE w.ext IS NOT NULL OR q.bid IS NOT NULL
$$;
COMMENT ON FUNCTION markets_last_prices IS
  'Last known bid and ask of each market: the worst of the newest minute that could fill an order, for real accounts '
  'one of the market''s own source where there is any; else the newest journalled quote. A market without any is left out.';
REVOKE ALL ON FUNCTION markets_last_prices FROM PUBLIC;
GRANT EXECUTE ON FUNCTION markets_last_prices TO candor_app;
