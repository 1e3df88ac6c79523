-- Equal to funding_withdrawals_newest.
DROP INDEX funding_withdrawals_asked;
