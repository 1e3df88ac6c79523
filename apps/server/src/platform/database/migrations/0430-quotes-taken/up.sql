-- How far the engine had come: by market, the number of the newest quote whose decisions were all in the database by `at` (epoch ms).
CREATE TABLE orders_quotes_taken (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  at       bigint  NOT NULL,
  seqs     jsonb   NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON orders_quotes_taken TO candor_app;
