-- Artworks sold for the charity. Amounts in USDT's smallest unit, rates in 10^-12, times in epoch ms.
CREATE TABLE nft_creators (
  id         uuid    PRIMARY KEY,
  name       text    NOT NULL UNIQUE CHECK (name <> ''),
  about      text    NOT NULL,
  created_at bigint  NOT NULL
);
-- Our own drawing of what an operator uploaded, large and small; public, and never changed.
CREATE TABLE nft_pictures (
  id         uuid    PRIMARY KEY,
  width      integer NOT NULL CHECK (width > 0),
  height     integer NOT NULL CHECK (height > 0),
  large      bytea   NOT NULL,
  small      bytea   NOT NULL,
  added_by   text    NOT NULL,
  created_at bigint  NOT NULL
);

CREATE TABLE nft_works (
  id          uuid PRIMARY KEY,
  sequence    bigint  GENERATED ALWAYS AS IDENTITY UNIQUE,
  title       text    NOT NULL CHECK (title <> ''),
  description text    NOT NULL,
  creator_id  uuid    NOT NULL REFERENCES nft_creators (id),
  -- An uploaded picture, or the name of one our own program draws.
  picture_id  uuid    REFERENCES nft_pictures (id),
  drawing     text,
  chain       text    NOT NULL CHECK (chain IN ('ethereum', 'polygon', 'tron')),
  address     text    NOT NULL CHECK (address <> ''),
  token_id    text    NOT NULL CHECK (token_id <> ''),
  verified    boolean NOT NULL DEFAULT false,
  sample      boolean NOT NULL DEFAULT false,
  created_at  bigint  NOT NULL,
  state       text    NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'offered', 'sold', 'unsold', 'withdrawn')),

  -- The terms it is offered at (trust T18); null in a draft.
  sale_kind     text CHECK (sale_kind IN ('fixed', 'auction')),
  price         bigint CHECK (price > 0),
  starts_at     bigint,
  ends_at       bigint,
  bid_step      bigint CHECK (bid_step >= 0),
  soft_close_ms bigint CHECK (soft_close_ms >= 0),
  fee_rate      bigint CHECK (fee_rate BETWEEN 0 AND 1000000000000),

  bid_count   integer NOT NULL DEFAULT 0 CHECK (bid_count >= 0),
  highest     bigint,
  leader      uuid,

  -- The sale.
  sold_at     bigint,
  sold_price  bigint,
  fee         bigint,
  buyer       uuid,
  receiving_address text,
  public_id   uuid    UNIQUE,
  certificate_no text UNIQUE,
  delivery_hash  text,

  UNIQUE (chain, address, token_id),
  CHECK ((picture_id IS NULL) <> (drawing IS NULL)),
  CHECK (state = 'draft' OR (sale_kind IS NOT NULL AND price IS NOT NULL AND starts_at IS NOT NULL AND bid_step IS NOT NULL
    AND soft_close_ms IS NOT NULL AND fee_rate IS NOT NULL)),
  CHECK (sale_kind IS DISTINCT FROM 'auction' OR ends_at IS NOT NULL),
  CHECK (ends_at > starts_at),
  CHECK ((bid_count = 0) = (highest IS NULL) AND (highest IS NULL) = (leader IS NULL)),
  -- What somebody has bid for is neither withdrawn nor left unsold.
  CHECK (state NOT IN ('draft', 'unsold', 'withdrawn') OR bid_count = 0),
  CHECK ((state = 'sold') = (sold_at IS NOT NULL)),
  CHECK ((state = 'sold') = (sold_price IS NOT NULL AND fee IS NOT NULL AND buyer IS NOT NULL AND receiving_address IS NOT NULL
    AND public_id IS NOT NULL AND certificate_no IS NOT NULL)),
  CHECK (fee BETWEEN 0 AND sold_price),
  CHECK (state <> 'sold' OR sold_price = CASE sale_kind WHEN 'auction' THEN highest ELSE price END),
  CHECK (delivery_hash IS NULL OR state = 'sold')
);
CREATE INDEX nft_works_offered ON nft_works (ends_at) WHERE state = 'offered';
CREATE INDEX nft_works_of ON nft_works (buyer) WHERE buyer IS NOT NULL;
CREATE INDEX nft_works_by ON nft_works (creator_id) WHERE state = 'sold';

-- draft, unsold or withdrawn → offered → sold, unsold or withdrawn. While it is offered only bids and a later end change it; a
-- sale is final, and only the token's delivery is added to it, once.
CREATE FUNCTION nft_check_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (
    (OLD.state IN ('draft', 'unsold', 'withdrawn') AND NEW.state IN (OLD.state, 'offered'))
    OR (OLD.state = 'offered')
    OR (OLD.state = 'sold' AND NEW.state = 'sold')
  ) OR (OLD.state = 'offered' AND NEW.state = 'draft') THEN
    RAISE EXCEPTION 'nft: no move from % to %', OLD.state, NEW.state
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'nft_moves';
  END IF;
  IF OLD.state IN ('offered', 'sold') AND (
    (OLD.sale_kind, OLD.price, OLD.starts_at, OLD.bid_step, OLD.soft_close_ms, OLD.fee_rate, OLD.title, OLD.creator_id,
     OLD.picture_id, OLD.drawing, OLD.chain, OLD.address, OLD.token_id, OLD.sample)
    IS DISTINCT FROM
    (NEW.sale_kind, NEW.price, NEW.starts_at, NEW.bid_step, NEW.soft_close_ms, NEW.fee_rate, NEW.title, NEW.creator_id,
     NEW.picture_id, NEW.drawing, NEW.chain, NEW.address, NEW.token_id, NEW.sample)
    OR NEW.ends_at IS DISTINCT FROM OLD.ends_at AND (NEW.ends_at IS NULL OR OLD.ends_at IS NULL OR NEW.ends_at < OLD.ends_at)
    OR NEW.bid_count < OLD.bid_count OR NEW.highest < OLD.highest) THEN
    RAISE EXCEPTION 'nft: the terms of an offer never change'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'nft_terms';
  END IF;
  IF OLD.state = 'sold' AND (
    (OLD.sold_at, OLD.sold_price, OLD.fee, OLD.buyer, OLD.receiving_address, OLD.public_id, OLD.certificate_no, OLD.ends_at,
     OLD.bid_count, OLD.highest, OLD.leader)
    IS DISTINCT FROM
    (NEW.sold_at, NEW.sold_price, NEW.fee, NEW.buyer, NEW.receiving_address, NEW.public_id, NEW.certificate_no, NEW.ends_at,
     NEW.bid_count, NEW.highest, NEW.leader)
    OR OLD.delivery_hash IS NOT NULL AND NEW.delivery_hash IS DISTINCT FROM OLD.delivery_hash) THEN
    RAISE EXCEPTION 'nft: a sale is final'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'nft_sale';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER nft_works_move BEFORE UPDATE ON nft_works FOR EACH ROW EXECUTE FUNCTION nft_check_move();

-- One row a bid, written once.
CREATE TABLE nft_bids (
  work_id  uuid    NOT NULL REFERENCES nft_works (id),
  number   integer NOT NULL CHECK (number > 0),
  user_id  uuid    NOT NULL,
  -- Bidders are counted in the order they came.
  bidder   integer NOT NULL CHECK (bidder > 0),
  amount   bigint  NOT NULL CHECK (amount > 0),
  -- When the auction ended before it.
  ended_at bigint  NOT NULL,
  receiving_address text NOT NULL,
  at       bigint  NOT NULL,
  PRIMARY KEY (work_id, number)
);
CREATE INDEX nft_bids_of ON nft_bids (user_id, work_id);

-- Money handed on: set aside when two people approved it, gone when its transaction is named.
CREATE TABLE nft_transfers (
  id          uuid   PRIMARY KEY,
  sequence    bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  recipient   text   NOT NULL CHECK (recipient <> ''),
  network     text   NOT NULL CHECK (network IN ('ERC20', 'TRC20')),
  address     text   NOT NULL CHECK (address <> ''),
  amount      bigint NOT NULL CHECK (amount > 0),
  reason      text   NOT NULL,
  proposed_by uuid   NOT NULL,
  approved_by uuid   NOT NULL,
  approved_at bigint NOT NULL,
  state       text   NOT NULL DEFAULT 'approved' CHECK (state IN ('approved', 'sent', 'cancelled')),
  hash        text   UNIQUE,
  ended_at    bigint,
  CHECK (proposed_by <> approved_by),
  CHECK ((state = 'sent') = (hash IS NOT NULL)),
  CHECK ((state = 'approved') = (ended_at IS NULL))
);
CREATE FUNCTION nft_check_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'approved' OR
    (OLD.recipient, OLD.network, OLD.address, OLD.amount, OLD.reason, OLD.proposed_by, OLD.approved_by, OLD.approved_at)
    IS DISTINCT FROM
    (NEW.recipient, NEW.network, NEW.address, NEW.amount, NEW.reason, NEW.proposed_by, NEW.approved_by, NEW.approved_at) THEN
    RAISE EXCEPTION 'nft: what two people approved never changes'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'nft_transfers';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER nft_transfers_move BEFORE UPDATE ON nft_transfers FOR EACH ROW EXECUTE FUNCTION nft_check_transfer();

-- The certificate as a PDF, written once a language.
CREATE TABLE nft_papers (
  work_id    uuid   NOT NULL REFERENCES nft_works (id),
  language   text   NOT NULL,
  sha256     text   NOT NULL,
  pdf        bytea  NOT NULL,
  written_at bigint NOT NULL,
  PRIMARY KEY (work_id, language)
);

CREATE FUNCTION nft_written_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'nft: % is never changed or removed', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER nft_bids_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON nft_bids
  FOR EACH STATEMENT EXECUTE FUNCTION nft_written_once();
CREATE TRIGGER nft_pictures_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON nft_pictures
  FOR EACH STATEMENT EXECUTE FUNCTION nft_written_once();
CREATE TRIGGER nft_papers_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON nft_papers
  FOR EACH STATEMENT EXECUTE FUNCTION nft_written_once();

GRANT SELECT, INSERT, UPDATE ON nft_works, nft_transfers TO candor_app;
GRANT SELECT, INSERT ON nft_creators, nft_pictures, nft_bids, nft_papers TO candor_app;

-- Real money only. What a sale brings goes to the charity's account and, where one is disclosed, a fee; from there it only leaves
-- towards the charity.
INSERT INTO ledger_permitted (kind, debited_class, credited_class, money) VALUES
  ('nft-sale', 'customer', 'charity', 'real'),
  ('nft-fee', 'customer', 'fee-revenue', 'real'),
  ('charity-transfer', 'charity', 'world', 'real');

-- The public ledger of the charity reads these alone, out of everybody's entries.
CREATE INDEX ledger_entries_charity ON ledger_entries (seq) WHERE kind IN ('nft-sale', 'charity-transfer');
