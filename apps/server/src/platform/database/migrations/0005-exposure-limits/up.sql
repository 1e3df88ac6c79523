CREATE TABLE orders_exposure_limits (
  -- That of the proposal it was approved with.
  id          uuid   PRIMARY KEY REFERENCES operators_proposals,
  sequence    bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  code        text   NOT NULL CHECK (code <> ''),
  -- Largest net value of customers' open positions in either direction, in USDT's smallest unit; null: there is no limit any more.
  most        bigint CHECK (most >= 0),
  reason      text   NOT NULL CHECK (reason <> ''),
  proposed_by uuid   NOT NULL REFERENCES operators_people,
  approved_by uuid   NOT NULL REFERENCES operators_people,
  changed_at  bigint NOT NULL,
  CONSTRAINT orders_exposure_limits_two_people CHECK (proposed_by <> approved_by)
);
COMMENT ON TABLE orders_exposure_limits IS
  'Every exposure limit of a market that two people set or removed (ADR-251). The newest of a market holds; none is changed or deleted. Time in epoch ms.';
CREATE INDEX orders_exposure_limits_newest ON orders_exposure_limits (code, sequence DESC);
GRANT SELECT, INSERT (id, code, most, reason, proposed_by, approved_by, changed_at) ON orders_exposure_limits TO candor_app;

-- A limit of a market that is almost used up. Its cost is the net value, in either direction.
ALTER TABLE orders_risk_alerts DROP CONSTRAINT orders_risk_alerts_kind_check;
ALTER TABLE orders_risk_alerts
  ADD CONSTRAINT orders_risk_alerts_kind_check CHECK (kind IN ('market', 'customer', 'cover', 'limit'));
ALTER TABLE orders_risk_alerts DROP CONSTRAINT orders_risk_alerts_code;
ALTER TABLE orders_risk_alerts
  ADD CONSTRAINT orders_risk_alerts_code CHECK ((kind IN ('market', 'limit')) = (code <> ''));
