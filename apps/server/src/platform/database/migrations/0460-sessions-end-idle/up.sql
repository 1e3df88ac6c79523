-- The sessions that are open: the job that ends idle ones looks at these alone.
CREATE INDEX accounts_sessions_open ON accounts_sessions (expires_at) WHERE ended_at IS NULL;
