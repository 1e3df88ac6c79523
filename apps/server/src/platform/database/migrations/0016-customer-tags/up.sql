CREATE TABLE accounts_tags (
  user_id     uuid        NOT NULL REFERENCES accounts_users (id),
  tag         text        NOT NULL CHECK (tag = lower(btrim(tag)) AND length(tag) BETWEEN 1 AND 30),
  operator_id uuid        NOT NULL REFERENCES operators_people (id),
  at          timestamptz NOT NULL,
  PRIMARY KEY (user_id, tag)
);
COMMENT ON TABLE accounts_tags IS 'Operators'' tags on a customer, for each other; who added and removed them is in the audit log.';
CREATE INDEX accounts_tags_of_tag ON accounts_tags (tag, user_id);
GRANT SELECT, INSERT, DELETE ON accounts_tags TO candor_app;
