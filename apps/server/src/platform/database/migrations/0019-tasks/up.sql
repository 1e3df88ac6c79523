CREATE TABLE tasks_of_customers (
  id          uuid        PRIMARY KEY,
  user_id     uuid        NOT NULL REFERENCES accounts_users (id),
  text        text        NOT NULL CHECK (char_length(text) BETWEEN 1 AND 500),
  due_at      timestamptz NOT NULL,
  -- Null: anyone.
  assignee_id uuid        REFERENCES operators_people (id),
  created_by  uuid        NOT NULL REFERENCES operators_people (id),
  created_at  timestamptz NOT NULL,
  done_by     uuid        REFERENCES operators_people (id),
  done_at     timestamptz,
  CONSTRAINT tasks_of_customers_done CHECK ((done_by IS NULL) = (done_at IS NULL))
);
COMMENT ON TABLE tasks_of_customers IS
  'Tasks that operators set each other about customers. Who changed and finished them is in the audit log.';
CREATE INDEX tasks_of_customers_user ON tasks_of_customers (user_id);
CREATE INDEX tasks_of_customers_open ON tasks_of_customers (due_at, id) WHERE done_at IS NULL;
CREATE INDEX tasks_of_customers_ended ON tasks_of_customers (done_at DESC, id DESC) WHERE done_at IS NOT NULL;
GRANT SELECT, INSERT, DELETE, UPDATE (text, due_at, assignee_id, done_by, done_at) ON tasks_of_customers TO candor_app;
