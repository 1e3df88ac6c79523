CREATE TABLE operators_work_mail (
  operator_id uuid        PRIMARY KEY REFERENCES operators_people (id),
  preference  text        NOT NULL CHECK (preference IN ('late', 'all')),
  -- What the letters told of and has not ended since.
  reported        jsonb       NOT NULL,
  -- Time at which the mail server accepted the newest letter.
  mailed_at   timestamptz
);
COMMENT ON TABLE operators_work_mail IS
  'Operators who want letters about waiting work: only about what is late or lapses and alerts, or about everything new. Who wants none has no row.';
GRANT SELECT, INSERT, UPDATE (preference, reported, mailed_at), DELETE ON operators_work_mail TO candor_app;
