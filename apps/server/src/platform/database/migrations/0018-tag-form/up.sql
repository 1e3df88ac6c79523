-- Lower case is JavaScript's, which differs from that of some collations; the rule (rules/accounts/customer-tags.ts) gives a tag its form.
ALTER TABLE accounts_tags DROP CONSTRAINT accounts_tags_tag_check;
ALTER TABLE accounts_tags ADD CONSTRAINT accounts_tags_tag_check CHECK (char_length(tag) BETWEEN 1 AND 30);
COMMENT ON TABLE accounts_tags IS
  'Operators'' tags on a customer, for each other; who added and removed them is in the audit log. The rule (rules/accounts/customer-tags.ts) '
  'states their form and their number.';
