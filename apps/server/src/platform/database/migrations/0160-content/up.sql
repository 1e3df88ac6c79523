-- What the operator publishes: pages, questions, notices, promotions. Times in epoch ms.
CREATE TABLE content_articles (
  id           text     PRIMARY KEY CHECK (id ~ '^[a-z0-9-]{1,64}$'),
  -- 1 company, 2 policy, 3 other, 4 advertisement (specification §3).
  type         smallint NOT NULL CHECK (type BETWEEN 1 AND 4),
  section      text     NOT NULL CHECK (section IN ('page', 'faq', 'notice')),
  -- Lists are shown by it; of equal ones the newest first.
  position     integer  NOT NULL,
  image        text,
  -- Not shown before.
  published_at bigint   NOT NULL
);

-- What an article says in a language. A change is a new version: nothing that was published is overwritten.
CREATE TABLE content_versions (
  article_id  text    NOT NULL REFERENCES content_articles (id),
  language    text    NOT NULL CHECK (language IN ('en', 'ja', 'ko', 'de', 'fr', 'it', 'es', 'ar', 'hk', 'zh')),
  version     integer NOT NULL CHECK (version > 0),
  title       text    NOT NULL CHECK (title <> ''),
  -- Plain text; the whole answer of a question.
  description text    NOT NULL,
  -- Markdown.
  body        text    NOT NULL,
  written_at  bigint  NOT NULL,
  PRIMARY KEY (article_id, language, version)
);

GRANT SELECT, INSERT ON content_articles, content_versions TO candor_app;
