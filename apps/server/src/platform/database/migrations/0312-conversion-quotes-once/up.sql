-- A held quote buys once, whatever key it comes with. Null: from before this rule.
ALTER TABLE funding_conversions ADD COLUMN held_quote uuid UNIQUE;
COMMENT ON COLUMN funding_conversions.held_quote IS 'Id of the quote that was promised; good for one conversion.';
