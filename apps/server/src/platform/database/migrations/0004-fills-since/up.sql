-- Fills at the market from this moment on show in their receipts when their calls came and were due (ADR-249).
ALTER TABLE trust_receipts_since
  ADD COLUMN fills_at bigint NOT NULL DEFAULT floor(extract(epoch FROM now()) * 1000)::bigint;
ALTER TABLE trust_receipts_since ALTER COLUMN fills_at DROP DEFAULT;
COMMENT ON COLUMN trust_receipts_since.fills_at IS
  'Fills at the market from then on, epoch ms, show the moments of their calls. Published with at, signed.';
