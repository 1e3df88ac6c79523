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
