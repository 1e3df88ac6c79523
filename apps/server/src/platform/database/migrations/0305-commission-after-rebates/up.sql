-- An inviter's share is counted on what a friend in fact paid: fees less what a VIP tier gave back of them (decision 0140).
-- The ledger entry of the last rebate that was taken off; rebates from before this are not taken back from anybody.
ALTER TABLE invites_friends ADD COLUMN rebated_through bigint NOT NULL DEFAULT 0;
UPDATE invites_friends SET rebated_through = coalesce((SELECT max(seq) FROM ledger_entries WHERE kind = 'fee-rebate'), 0);

-- `fees` is what is left of the fees; this, what was taken off them.
ALTER TABLE invites_commissions ADD COLUMN rebates bigint NOT NULL DEFAULT 0 CHECK (rebates >= 0);

GRANT UPDATE (rebated_through) ON invites_friends TO candor_app;
