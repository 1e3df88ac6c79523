-- Accounts: what identity checks decide about customers. After kyc.sql, whose function the trigger calls; it fires after
-- accounts_users_closed, since triggers fire in the order of their names.

CREATE TRIGGER accounts_users_identity BEFORE UPDATE OF kyc, kyc_tier ON accounts_users
  FOR EACH ROW EXECUTE FUNCTION kyc_standing_moves();
