CREATE TABLE markets_named_watchlists (
  user_id  uuid    NOT NULL,
  -- Chosen by the customer's browser.
  id       uuid    NOT NULL,
  name     text    NOT NULL CHECK (char_length(name) BETWEEN 1 AND 40),
  codes    text[]  NOT NULL CHECK (cardinality(codes) <= 100),
  position integer NOT NULL CHECK (position BETWEEN 0 AND 19),
  PRIMARY KEY (user_id, id),
  CONSTRAINT markets_named_watchlists_order UNIQUE (user_id, position)
);
COMMENT ON TABLE markets_named_watchlists IS
  'Lists of markets that customers made and named. Their favourites are in markets_watchlist.';
GRANT SELECT, INSERT, DELETE ON markets_named_watchlists TO candor_app;
