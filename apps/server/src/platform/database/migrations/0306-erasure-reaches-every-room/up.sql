-- Erasing an account (trust T20) reaches what rooms keep in plain words beside the person's key (decision 0141).
-- Payout addresses and API keys go; a bank card stays as the place a withdrawal went to, a loan as what was agreed, a proposal as what was decided, each without the name.

GRANT DELETE ON funding_payout_addresses, accounts_api_keys, loan_papers TO candor_app;
GRANT UPDATE (bank, branch, account_name, number_ending) ON funding_bank_cards TO candor_app;
GRANT UPDATE (summary) ON operators_proposals TO candor_app;

CREATE FUNCTION accounts_is_closed(who uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM accounts_users u WHERE u.id = who AND u.status = 'closed')
$$;

-- A bound card is never changed, but for the words of somebody who was erased.
CREATE FUNCTION funding_card_erased_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.bank, NEW.branch, NEW.account_name, NEW.number_ending) IS DISTINCT FROM (OLD.bank, OLD.branch, OLD.account_name, OLD.number_ending)
     AND NOT (accounts_is_closed(OLD.user_id)
              AND (NEW.bank, NEW.branch, NEW.account_name, NEW.number_ending) = ('(erased)', '(erased)', '(erased)', '····')) THEN
    RAISE EXCEPTION 'funding: a bank card is never changed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER funding_bank_cards_erased BEFORE UPDATE ON funding_bank_cards
  FOR EACH ROW EXECUTE FUNCTION funding_card_erased_only();

-- What was agreed never changes, but for the name of somebody who was erased: typed below it, and in its words. Its hash stays that of the words as they were signed.
CREATE FUNCTION loans_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'signed_name' - 'agreement' <> to_jsonb(OLD) - 'signed_name' - 'agreement' OR NEW.signed_name <> '(erased)' OR NOT accounts_is_closed(OLD.user_id) THEN
    RAISE EXCEPTION 'loans: what was agreed never changes'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'loans_terms';
  END IF;
  RETURN NEW;
END
$$;
DROP TRIGGER loans_move ON loans;
CREATE TRIGGER loans_move BEFORE UPDATE ON loans FOR EACH ROW
  WHEN (OLD.signed_name IS NOT DISTINCT FROM NEW.signed_name) EXECUTE FUNCTION loans_check_move();
CREATE TRIGGER loans_erased BEFORE UPDATE ON loans FOR EACH ROW
  WHEN (OLD.signed_name IS DISTINCT FROM NEW.signed_name) EXECUTE FUNCTION loans_erased();

CREATE FUNCTION loan_paper_erased_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM loans l WHERE l.id = OLD.loan_id AND accounts_is_closed(l.user_id)) THEN
    RAISE EXCEPTION 'loans: loan_papers is never changed or removed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN OLD;
END
$$;
DROP TRIGGER loan_papers_stay ON loan_papers;
CREATE TRIGGER loan_papers_stay BEFORE UPDATE OR TRUNCATE ON loan_papers
  FOR EACH STATEMENT EXECUTE FUNCTION loans_written_once();
CREATE TRIGGER loan_papers_erased BEFORE DELETE ON loan_papers FOR EACH ROW EXECUTE FUNCTION loan_paper_erased_only();

-- What was decided stays as it was decided; the line that names somebody who was erased may lose the name.
CREATE FUNCTION operators_proposal_unnamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'summary' <> to_jsonb(OLD) - 'summary' OR NOT accounts_is_closed((OLD.payload ->> 'userId')::uuid) THEN
    RAISE EXCEPTION 'operators: a proposal is decided once and never rewritten' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
DROP TRIGGER operators_proposals_decided_once ON operators_proposals;
CREATE TRIGGER operators_proposals_decided_once BEFORE UPDATE ON operators_proposals FOR EACH ROW
  WHEN (OLD.summary IS NOT DISTINCT FROM NEW.summary) EXECUTE FUNCTION operators_proposals_decided_once();
CREATE TRIGGER operators_proposals_unnamed BEFORE UPDATE ON operators_proposals FOR EACH ROW
  WHEN (OLD.summary IS DISTINCT FROM NEW.summary) EXECUTE FUNCTION operators_proposal_unnamed();
