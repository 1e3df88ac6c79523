-- The public record also counts what was answered or paid within its 30 days, however long ago it was due.
CREATE INDEX funding_withdrawals_seen ON funding_withdrawals (seen_at) WHERE seen_at IS NOT NULL;
CREATE INDEX funding_withdrawal_events_at ON funding_withdrawal_events (at);
