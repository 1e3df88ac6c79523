-- What operators find a customer by, beside names: each is looked up as it is, never by a part.
CREATE INDEX options_orders_number ON options_orders (order_no);
CREATE INDEX smart_plans_number ON smart_plans (order_no);
CREATE INDEX loans_number ON loans (loan_no);
CREATE INDEX funding_payout_addresses_of_address ON funding_payout_addresses (address);
CREATE INDEX accounts_sessions_from ON accounts_sessions (address);
