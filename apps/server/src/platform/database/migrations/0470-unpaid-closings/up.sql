-- Positions that a level, a stop-out or their contract's end was to close, and whose closing the operator's accounts could not pay. The
-- engine tries them again; a row goes once the position is closed or nothing asks for its closing any more.
CREATE TABLE orders_unpaid_closings (
  order_id uuid   PRIMARY KEY REFERENCES orders_contracts (id) ON DELETE CASCADE,
  reason   text   NOT NULL,
  -- The first refusal, epoch ms.
  since    bigint NOT NULL
);
GRANT SELECT, INSERT, DELETE ON orders_unpaid_closings TO candor_app;
