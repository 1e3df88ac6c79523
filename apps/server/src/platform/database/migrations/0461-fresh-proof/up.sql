-- When whoever holds a session last proved who they are: by signing in, or anew. NULL: not since the second factor was turned on elsewhere.
ALTER TABLE accounts_sessions ADD COLUMN proven_at timestamptz;
UPDATE accounts_sessions SET proven_at = created_at;
-- False: the password is a random one that nobody knows, as Google vouched for the customer.
ALTER TABLE accounts_users ADD COLUMN has_password boolean NOT NULL DEFAULT true;
UPDATE accounts_users u SET has_password = false FROM accounts_google g
 WHERE g.user_id = u.id AND g.linked_at - u.created_at BETWEEN interval '-1 minute' AND interval '1 minute';
