-- The list of late payments reads deposits that were decided since a moment.
CREATE INDEX funding_deposit_events_at ON funding_deposit_events (at);
