-- Nothing that costs customers money holds earlier than a day after it was announced, whatever the notice parameter says (times in epoch ms).
-- What was announced before this stays as it was announced.
ALTER TABLE markets_tariffs ADD CONSTRAINT markets_tariffs_notice CHECK (holds_from >= announced_at + 86400000) NOT VALID;
