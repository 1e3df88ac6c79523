import { type Rate, rate, usdt } from '@candor/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addressNetworkOf,
  charityAddsUp,
  endAfterBid,
  nextBidMinor,
  type SaleTerms,
  saleShares,
  workMoves,
} from './artwork.ts'
import { decidePurchase, type PurchaseContext, type PurchaseRequest } from './decide-purchase.ts'

const minute = 60_000
const terms: SaleTerms = {
  saleKind: 'auction',
  priceMinor: usdt('40').minor,
  startsAt: 1_000,
  endsAt: 100 * minute,
  bidStep: rate('0.05'),
  softCloseMs: 2 * minute,
  feeRate: 0n as Rate,
}
const amounts = fc.bigInt({ min: 1n, max: 10n ** 12n })
const shares = fc.bigInt({ min: 0n, max: 10n ** 12n }).map((value) => value as Rate)

describe('rulebook NFT charity: steps of 5 %', () => {
  it.each([
    [null, '40'],
    ['40', '42'],
    ['42', '44.1'],
    ['0.01', '0.02'],
    ['10.01', '10.52'],
  ])('after %s the next bid is at least %s', (highest, next) => {
    expect(nextBidMinor(terms, highest === null ? null : usdt(highest).minor)).toBe(usdt(next).minor)
  })
  it('is never less than the step, and never a cent more than it', () => {
    fc.assert(
      fc.property(amounts, shares, (highest, bidStep) => {
        const rise = (nextBidMinor({ ...terms, bidStep }, highest) - highest) * 10n ** 12n
        expect(rise >= highest * bidStep && rise > 0n).toBe(true)
        expect(rise <= highest * bidStep + 10_000n * 10n ** 12n).toBe(true)
      }),
    )
  })
})

describe('rulebook NFT charity: soft close', () => {
  it('a bid in the last two minutes moves the end by two minutes, an earlier one does not', () => {
    const end = 100 * minute
    expect(endAfterBid(end, 2 * minute, end - 2 * minute - 1)).toBe(end)
    expect(endAfterBid(end, 2 * minute, end - 2 * minute)).toBe(end + 2 * minute)
    expect(endAfterBid(end, 2 * minute, end - 1)).toBe(end + 2 * minute)
  })
})

describe('trust T19: a sale is the charity’s and a disclosed fee, to the last unit', () => {
  it('with the usual fee of nothing all of it is the charity’s', () => {
    expect(saleShares(usdt('40').minor, 0n as Rate)).toEqual({ charityMinor: usdt('40').minor, feeMinor: 0n })
  })
  it('shares add up to the price and the remainder is never the operator’s', () => {
    fc.assert(
      fc.property(amounts, shares, (price, feeRate) => {
        const { charityMinor, feeMinor } = saleShares(price, feeRate)
        expect(charityMinor + feeMinor).toBe(price)
        expect(feeMinor * 10n ** 12n <= price * feeRate && charityMinor >= 0n).toBe(true)
      }),
    )
  })
  it('the books add up only when nothing is missing on either side', () => {
    const books = {
      soldMinor: 100n,
      feesMinor: 5n,
      creditedMinor: 95n,
      transferredMinor: 60n,
      balanceMinor: 35n,
    }
    expect(charityAddsUp(books)).toBe(true)
    for (const name of Object.keys(books) as (keyof typeof books)[])
      expect(charityAddsUp({ ...books, [name]: books[name] + 1n })).toBe(false)
  })
})

it('a sale is final, and an unsold work can be offered again', () => {
  expect(workMoves).toEqual({
    draft: ['offered'],
    offered: ['sold', 'unsold', 'withdrawn'],
    unsold: ['offered'],
    withdrawn: ['offered'],
    sold: [],
  })
  expect((['ethereum', 'polygon', 'tron'] as const).map(addressNetworkOf)).toEqual([
    'ERC20',
    'ERC20',
    'TRC20',
  ])
})

describe('calls Conventions: the order in which a purchase is refused', () => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  const request: PurchaseRequest = { amountMinor: usdt('40').minor, receivingAddress: address }
  const work = { ...terms, state: 'offered' } as const
  const context: PurchaseContext = { work, highestMinor: null, leads: false, frozen: false, now: 2_000 }
  const fixed = { ...work, saleKind: 'fixed', endsAt: null } as const
  it('work, amount, address, frozen, not on sale, own bid, too low: the first that applies', () => {
    const wrong = { frozen: true, leads: true, now: 100 * minute, highestMinor: usdt('40').minor }
    const steps: [PurchaseRequest, PurchaseContext, number][] = [
      [{ amountMinor: null, receivingAddress: null }, { ...context, ...wrong, work: null }, 10020],
      [{ amountMinor: null, receivingAddress: null }, { ...context, ...wrong }, 10016],
      [{ amountMinor: undefined, receivingAddress: null }, { ...context, ...wrong }, 10016],
      [{ ...request, receivingAddress: null }, { ...context, ...wrong }, 10021],
      [request, { ...context, ...wrong }, 10008],
      [request, { ...context, ...wrong, frozen: false }, 10020],
      [request, { ...context, now: 999 }, 10020],
      [request, { ...context, work: { ...work, state: 'withdrawn' } }, 10020],
      [request, { ...context, ...wrong, frozen: false, now: 2_000 }, 10024],
      [request, { ...context, highestMinor: usdt('40').minor }, 11050],
    ]
    for (const [attempt, given, code] of steps)
      expect(decidePurchase(attempt, given)).toMatchObject({ ok: false, code })
  })
  it('a bid that is too low is answered with the next bid', () => {
    expect(decidePurchase(request, { ...context, highestMinor: usdt('40').minor })).toEqual({
      ok: false,
      code: 11050,
      details: { nextBidMinor: usdt('42').minor },
    })
    const next = { ...request, amountMinor: usdt('42').minor }
    expect(decidePurchase(next, { ...context, highestMinor: usdt('40').minor }).ok).toBe(true)
  })
  it('a sale is open from its first moment until before its last', () => {
    const openAt = (now: number) => decidePurchase(request, { ...context, now }).ok
    expect([openAt(999), openAt(1_000), openAt(100 * minute - 1), openAt(100 * minute)]).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
  it('a bid is held, a fixed price is bought, and no other amount than the price is taken', () => {
    expect(decidePurchase(request, context)).toMatchObject({
      value: { does: 'bid', amountMinor: usdt('40').minor },
    })
    expect(decidePurchase({ ...request, amountMinor: undefined }, { ...context, work: fixed })).toMatchObject(
      {
        value: { does: 'buy', amountMinor: usdt('40').minor },
      },
    )
    expect(decidePurchase({ ...request, amountMinor: 1n }, { ...context, work: fixed })).toMatchObject({
      code: 10016,
    })
    expect(decidePurchase(request, { ...context, work: fixed, now: 10 ** 15 })).toMatchObject({ ok: true })
  })
})
