-- Anyone may ask for the quotes and ranges of a moment: by market and time, not only by number.
CREATE INDEX markets_quote_ticks_time ON markets_quote_ticks (code, minute);
CREATE INDEX markets_quote_minutes_time ON markets_quote_minutes (code, minute);
CREATE INDEX markets_quote_hours_time ON markets_quote_hours (code, hour);
