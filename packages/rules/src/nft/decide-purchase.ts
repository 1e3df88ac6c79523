import { accept, type Decision, refuse } from '../decision.ts'
import { nextBidMinor, type SaleTerms, type WorkState } from './artwork.ts'

export interface PurchaseRequest {
  /** The bid, or for a fixed price the price itself; undefined: not named; null: not an amount of USDT. */
  readonly amountMinor: bigint | null | undefined
  /**
   * The normalised receiving address; null: not an address of the work's chain, or one at which a customer cannot hold
   * a token.
   */
  readonly receivingAddress: string | null
}

export interface PurchaseContext {
  /** Null: there is no such work. */
  readonly work: (SaleTerms & { readonly state: WorkState }) | null
  readonly highestMinor: bigint | null
  /** The highest bid is this customer's. */
  readonly leads: boolean
  readonly frozen: boolean
  /** Epoch ms. */
  readonly now: number
}

/** Amount moved by an accepted request, in USDT's smallest unit: spent at once, or held as the highest bid. */
export interface Purchase {
  readonly does: 'buy' | 'bid'
  readonly amountMinor: bigint
}

/** Reports whether a work can be bought or bid for at `now`: offered, started and not over. */
export const isOpen = (work: SaleTerms & { readonly state: WorkState }, now: number): boolean =>
  work.state === 'offered' && work.startsAt <= now && (work.endsAt === null || now < work.endsAt)

/**
 * Decides a purchase or a bid and refuses in the order of the calls page: `artworkNotForSale` for an unknown work,
 * `amountInvalid`, `payoutAddressMissing` for the receiving address, `accountFrozen`, `artworkNotForSale` for a work
 * not on sale now, `alreadyHeld` when the customer already has the highest bid, `bidTooLow` below the next bid
 * (`nextBid` in minor units; the caller formats it). The ledger decides funds (`insufficientFunds`). Source: rulebook,
 * NFT charity.
 */
export function decidePurchase(request: PurchaseRequest, context: PurchaseContext): Decision<Purchase> {
  const { work } = context
  if (work === null) return refuse('artworkNotForSale')
  const amountMinor = amountOf(request, work)
  if (amountMinor === null) return refuse('amountInvalid')
  if (request.receivingAddress === null) return refuse('payoutAddressMissing')
  if (context.frozen) return refuse('accountFrozen')
  if (!isOpen(work, context.now)) return refuse('artworkNotForSale')
  if (work.saleKind === 'fixed') return accept({ does: 'buy', amountMinor })
  if (context.leads) return refuse('alreadyHeld')
  const least = nextBidMinor(work, context.highestMinor)
  return amountMinor < least
    ? refuse('bidTooLow', { nextBidMinor: least })
    : accept({ does: 'bid', amountMinor })
}

/** A fixed price needs no amount and accepts no other; a bid needs one. */
function amountOf({ amountMinor }: PurchaseRequest, work: SaleTerms): bigint | null {
  if (work.saleKind === 'auction') return amountMinor ?? null
  return amountMinor === undefined || amountMinor === work.priceMinor ? work.priceMinor : null
}
