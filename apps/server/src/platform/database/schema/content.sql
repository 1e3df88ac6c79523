-- Content: pages, questions, notices and promotions that the operator publishes. Times in epoch ms.

CREATE TABLE content_articles (
  id           text     PRIMARY KEY CHECK (id ~ '^[a-z0-9-]{1,64}$'),
  -- 1 company, 2 policy, 3 other, 4 advertisement (specification §3).
  type         smallint NOT NULL CHECK (type BETWEEN 1 AND 4),
  section      text     NOT NULL CHECK (section IN ('page', 'faq', 'notice')),
  -- Order in lists; among equals the newest comes first.
  position     integer  NOT NULL,
  image        text,
  -- Not shown before.
  published_at bigint   NOT NULL,
  -- Not shown while set. The content stays in the table.
  withdrawn_at bigint
);
COMMENT ON TABLE content_articles IS 'Articles: the place of each in the lists, independent of language.';
GRANT SELECT, INSERT, UPDATE (position, image, published_at, withdrawn_at) ON content_articles TO candor_app;

CREATE TABLE content_versions (
  article_id  text    NOT NULL REFERENCES content_articles (id),
  language    text    NOT NULL CHECK (language IN ('en', 'ja', 'ko', 'de', 'fr', 'it', 'es', 'ar', 'hk', 'zh')),
  version     integer NOT NULL CHECK (version > 0),
  title       text    NOT NULL CHECK (title <> ''),
  -- Plain text; of a question, the whole answer.
  description text    NOT NULL,
  -- Markdown.
  body        text    NOT NULL,
  written_at  bigint  NOT NULL,
  -- Null for the articles an installation starts with.
  written_by  text    CHECK (written_by <> ''),
  PRIMARY KEY (article_id, language, version)
);
COMMENT ON TABLE content_versions IS
  'Text of an article in one language. A change is a new version, so that the wording of a policy on any day can be '
  'shown.';
GRANT SELECT, INSERT ON content_versions TO candor_app;
