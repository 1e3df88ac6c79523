-- An erasure deletes a customer's choices of notices and their watchlist; earlier ones left both.
GRANT DELETE ON notifications_choices TO candor_app;
DELETE FROM notifications_choices WHERE accounts_is_closed(user_id);
DELETE FROM markets_watchlist WHERE accounts_is_closed(user_id);
