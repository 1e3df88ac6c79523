-- Recorded equity is thinned with age: every five minutes for a day, then one point an hour for 30 days, then one a day. Times in epoch ms.
CREATE INDEX orders_equity_at ON orders_equity (at);

-- Up to which moment it was thinned to this resolution.
CREATE TABLE orders_equity_thinned (
  resolution text   PRIMARY KEY CHECK (resolution IN ('hour', 'day')),
  through    bigint NOT NULL
);
INSERT INTO orders_equity_thinned VALUES ('hour', 0), ('day', 0);

GRANT DELETE ON orders_equity TO candor_app;
GRANT SELECT ON orders_equity_thinned TO candor_app;
GRANT UPDATE (through) ON orders_equity_thinned TO candor_app;
