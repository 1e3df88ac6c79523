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

CREATE TABLE content_feeds (
  id             uuid    PRIMARY KEY,
  -- Customers see it as the source of each entry.
  name           text    NOT NULL CHECK (name <> ''),
  -- RSS or Atom; iCalendar.
  kind           text    NOT NULL CHECK (kind IN ('news', 'calendar')),
  url            text    NOT NULL CHECK (url LIKE 'http%'),
  -- Readers of this language alone see it; null: all do.
  language       text    CHECK (language IN ('en', 'ja', 'ko', 'de', 'fr', 'it', 'es', 'ar', 'hk', 'zh')),
  enabled        boolean NOT NULL,
  every_minutes  integer NOT NULL CHECK (every_minutes BETWEEN 5 AND 1440),
  created_at     bigint  NOT NULL,
  -- Fetched from this moment on.
  due_at         bigint  NOT NULL,
  -- The last attempt, and the last that succeeded.
  tried_at       bigint,
  read_at        bigint,
  -- Since when every attempt failed, and why the last one did.
  failing_since  bigint,
  failure_reason text,
  failure_detail text,
  CONSTRAINT content_feeds_failure CHECK ((failing_since IS NULL) = (failure_reason IS NULL)),
  CONSTRAINT content_feeds_detail CHECK (failure_reason IS NOT NULL OR failure_detail IS NULL)
);
COMMENT ON TABLE content_feeds IS
  'Feeds of news and events that operators set, and how their last fetch went. Times in epoch ms.';
GRANT SELECT, INSERT, DELETE, UPDATE (name, url, language, enabled, every_minutes, due_at, tried_at, read_at,
  failing_since, failure_reason, failure_detail) ON content_feeds TO candor_app;

CREATE TABLE content_feed_entries (
  feed_id uuid    NOT NULL REFERENCES content_feeds (id) ON DELETE CASCADE,
  -- SHA-256 of the feed's own name for the entry.
  key     text    NOT NULL CHECK (key ~ '^[0-9a-f]{64}$'),
  -- Plain text.
  title   text    NOT NULL CHECK (title <> ''),
  summary text    CHECK (summary <> ''),
  url     text    CHECK (url LIKE 'http%'),
  -- When it was published, or else first seen; when it begins.
  at      bigint  NOT NULL,
  -- The first moment after an event; null: not stated.
  ends_at bigint,
  -- An event of whole days, from midnight UTC.
  all_day boolean NOT NULL,
  PRIMARY KEY (feed_id, key),
  CONSTRAINT content_feed_entries_end CHECK (ends_at > at)
);
COMMENT ON TABLE content_feed_entries IS
  'Entries of feeds as plain text: the newest 200 news of 30 days, and the next 200 events, of each feed.';
CREATE INDEX content_feed_entries_at ON content_feed_entries (at);
GRANT SELECT, INSERT, DELETE, UPDATE (title, summary, url, at, ends_at, all_day) ON content_feed_entries TO candor_app;
