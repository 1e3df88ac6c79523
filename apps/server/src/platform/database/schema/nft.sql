-- Artworks sold for charity. Amounts in USDT's smallest unit, rates in 10^-12, times in epoch ms.

CREATE TABLE nft_creators (
  id         uuid   PRIMARY KEY,
  name       text   NOT NULL UNIQUE CHECK (name <> ''),
  about      text   NOT NULL,
  created_at bigint NOT NULL
);
COMMENT ON TABLE nft_creators IS 'Artists.';
GRANT SELECT, INSERT ON nft_creators TO candor_app;

CREATE TABLE nft_pictures (
  id         uuid    PRIMARY KEY,
  width      integer NOT NULL CHECK (width > 0),
  height     integer NOT NULL CHECK (height > 0),
  large      bytea   NOT NULL,
  small      bytea   NOT NULL,
  added_by   text    NOT NULL,
  created_at bigint  NOT NULL
);
COMMENT ON TABLE nft_pictures IS
  'Pictures that operators uploaded, redrawn by the server in two sizes. Public and never changed.';
GRANT SELECT, INSERT ON nft_pictures TO candor_app;

CREATE FUNCTION nft_written_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'nft: % is never changed or removed', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END
$$;
COMMENT ON FUNCTION nft_written_once IS 'Bids, pictures and certificates are written once.';
CREATE TRIGGER nft_pictures_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON nft_pictures
  FOR EACH STATEMENT EXECUTE FUNCTION nft_written_once();

CREATE TABLE nft_works (
  id                uuid    PRIMARY KEY,
  sequence          bigint  GENERATED ALWAYS AS IDENTITY UNIQUE,
  title             text    NOT NULL CHECK (title <> ''),
  description       text    NOT NULL,
  creator_id        uuid    NOT NULL REFERENCES nft_creators (id),
  -- An uploaded picture, or the name of one that the server draws.
  picture_id        uuid    REFERENCES nft_pictures (id),
  drawing           text,
  chain             text    NOT NULL CHECK (chain IN ('ethereum', 'polygon', 'tron')),
  address           text    NOT NULL CHECK (address <> ''),
  token_id          text    NOT NULL CHECK (token_id <> ''),
  verified          boolean NOT NULL DEFAULT false,
  sample            boolean NOT NULL DEFAULT false,
  created_at        bigint  NOT NULL,
  state             text    NOT NULL DEFAULT 'draft'
    CHECK (state IN ('draft', 'offered', 'sold', 'unsold', 'withdrawn')),

  -- Terms of the offer (trust T18); null in a draft.
  sale_kind         text    CHECK (sale_kind IN ('fixed', 'auction')),
  price             bigint  CHECK (price > 0),
  starts_at         bigint,
  ends_at           bigint,
  bid_step          bigint  CHECK (bid_step >= 0),
  soft_close_ms     bigint  CHECK (soft_close_ms >= 0),
  fee_rate          bigint  CHECK (fee_rate BETWEEN 0 AND 1000000000000),

  bid_count         integer NOT NULL DEFAULT 0 CHECK (bid_count >= 0),
  highest           bigint,
  leader            uuid,

  -- The sale.
  sold_at           bigint,
  sold_price        bigint,
  fee               bigint,
  buyer             uuid,
  receiving_address text,
  public_id         uuid    UNIQUE,
  certificate_no    text    UNIQUE,
  delivery_hash     text,
  UNIQUE (chain, address, token_id),
  CONSTRAINT nft_works_check CHECK ((picture_id IS NULL) <> (drawing IS NULL)),
  CONSTRAINT nft_works_check1
    CHECK (state = 'draft' OR (sale_kind IS NOT NULL AND price IS NOT NULL AND starts_at IS NOT NULL AND bid_step IS NOT NULL
      AND soft_close_ms IS NOT NULL AND fee_rate IS NOT NULL)),
  CONSTRAINT nft_works_check2 CHECK (sale_kind IS DISTINCT FROM 'auction' OR ends_at IS NOT NULL),
  CONSTRAINT nft_works_check3 CHECK (ends_at > starts_at),
  CONSTRAINT nft_works_check4 CHECK ((bid_count = 0) = (highest IS NULL) AND (highest IS NULL) = (leader IS NULL)),
  CONSTRAINT nft_works_check6 CHECK ((state = 'sold') = (sold_at IS NOT NULL)),
  CONSTRAINT nft_works_check7
    CHECK ((state = 'sold') = (sold_price IS NOT NULL AND fee IS NOT NULL AND buyer IS NOT NULL AND receiving_address IS NOT NULL
      AND public_id IS NOT NULL AND certificate_no IS NOT NULL)),
  CONSTRAINT nft_works_check8 CHECK (fee BETWEEN 0 AND sold_price),
  CONSTRAINT nft_works_check9
    CHECK (state <> 'sold' OR sold_price = CASE sale_kind WHEN 'auction' THEN highest ELSE price END),
  CONSTRAINT nft_works_check10 CHECK (delivery_hash IS NULL OR state = 'sold'),
  -- A work with a bid is neither a draft nor withdrawn.
  CONSTRAINT nft_works_check_bids CHECK (state NOT IN ('draft', 'withdrawn') OR bid_count = 0)
);
COMMENT ON TABLE nft_works IS 'Artworks and their sale.';
CREATE INDEX nft_works_offered ON nft_works (ends_at) WHERE state = 'offered';
CREATE INDEX nft_works_of ON nft_works (buyer) WHERE buyer IS NOT NULL;
CREATE INDEX nft_works_by ON nft_works (creator_id) WHERE state = 'sold';
GRANT SELECT, INSERT, UPDATE ON nft_works TO candor_app;

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
COMMENT ON FUNCTION nft_check_move IS
  'draft, unsold or withdrawn → offered → sold, unsold or withdrawn. While a work is offered, only bids and a later '
  'end change it. A sale is final; only the delivery of the token is added, once.';
CREATE TRIGGER nft_works_move BEFORE UPDATE ON nft_works FOR EACH ROW EXECUTE FUNCTION nft_check_move();

CREATE FUNCTION nft_bids_are_not_offered_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = 'unsold' AND OLD.bid_count > 0 AND NEW.state <> 'unsold' THEN
    RAISE EXCEPTION 'nft: an auction that had bids is not opened again'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'nft_moves';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION nft_bids_are_not_offered_again IS
  'An auction that ended unsold because its winning bid could not be paid keeps its bids and is not offered again '
  '(ADR-169).';
CREATE TRIGGER nft_works_bids_stay BEFORE UPDATE OF state ON nft_works
  FOR EACH ROW EXECUTE FUNCTION nft_bids_are_not_offered_again();

CREATE TABLE nft_bids (
  work_id           uuid    NOT NULL REFERENCES nft_works (id),
  number            integer NOT NULL CHECK (number > 0),
  user_id           uuid    NOT NULL,
  -- Bidders are numbered in the order in which they came.
  bidder            integer NOT NULL CHECK (bidder > 0),
  amount            bigint  NOT NULL CHECK (amount > 0),
  -- End of the auction before this bid.
  ended_at          bigint  NOT NULL,
  receiving_address text    NOT NULL,
  at                bigint  NOT NULL,
  PRIMARY KEY (work_id, number)
);
COMMENT ON TABLE nft_bids IS 'Bids, written once, so that an auction can be followed from its beginning.';
CREATE INDEX nft_bids_of ON nft_bids (user_id, work_id);
GRANT SELECT, INSERT ON nft_bids TO candor_app;
CREATE TRIGGER nft_bids_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON nft_bids
  FOR EACH STATEMENT EXECUTE FUNCTION nft_written_once();

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
  CONSTRAINT nft_transfers_check CHECK (proposed_by <> approved_by),
  CONSTRAINT nft_transfers_check1 CHECK ((state = 'sent') = (hash IS NOT NULL)),
  CONSTRAINT nft_transfers_check2 CHECK ((state = 'approved') = (ended_at IS NULL))
);
COMMENT ON TABLE nft_transfers IS
  'Donations passed on to the charity. The amount is held when two people approve it and posted with the '
  'transaction that carried it (trust T19).';
GRANT SELECT, INSERT, UPDATE ON nft_transfers TO candor_app;

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
COMMENT ON FUNCTION nft_check_transfer IS 'An approved transfer never changes.';
CREATE TRIGGER nft_transfers_move BEFORE UPDATE ON nft_transfers FOR EACH ROW EXECUTE FUNCTION nft_check_transfer();

CREATE TABLE nft_papers (
  work_id    uuid   NOT NULL REFERENCES nft_works (id),
  language   text   NOT NULL,
  sha256     text   NOT NULL,
  pdf        bytea  NOT NULL,
  written_at bigint NOT NULL,
  PRIMARY KEY (work_id, language)
);
COMMENT ON TABLE nft_papers IS 'Certificates as PDF, one per language. Written once.';
GRANT SELECT, INSERT ON nft_papers TO candor_app;
CREATE TRIGGER nft_papers_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON nft_papers
  FOR EACH STATEMENT EXECUTE FUNCTION nft_written_once();
