-- What was answered first is answered again byte for byte: json keeps the text, jsonb sorted its keys.
ALTER TABLE http_idempotency ALTER COLUMN answer TYPE json USING answer::json;
