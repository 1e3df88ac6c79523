CREATE TABLE markets_charts (
  user_id  uuid        NOT NULL,
  code     text        NOT NULL,
  chart    jsonb       NOT NULL CHECK (jsonb_typeof(chart) = 'object'),
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, code)
);
COMMENT ON TABLE markets_charts IS
  'Charts as customers arranged them, one per customer and market: drawings, indicators, layout. The contract states the '
  'form and its limits.';
GRANT SELECT, INSERT, UPDATE, DELETE ON markets_charts TO candor_app;
