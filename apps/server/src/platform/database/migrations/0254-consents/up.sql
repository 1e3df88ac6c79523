-- Who agreed to which version of what, and when. Only ever added to.
CREATE TABLE accounts_consents (
  user_id    uuid        NOT NULL REFERENCES accounts_users (id),
  article_id text        NOT NULL,
  language   text        NOT NULL,
  version    integer     NOT NULL,
  at         timestamptz NOT NULL,
  PRIMARY KEY (user_id, article_id, language, version),
  -- What was agreed to can always be shown again.
  FOREIGN KEY (article_id, language, version) REFERENCES content_versions (article_id, language, version)
);
GRANT SELECT, INSERT ON accounts_consents TO candor_app;
