import { randomBytes, randomUUID } from 'node:crypto'

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { PersonKeys } from '../../platform/files/person-keys.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Call } from '../../testing/serve-handlers.ts'
import { FreshRule } from '../../trading/quotes/fresh-rule.ts'
import { QuoteArrivals } from '../../trading/quotes/quote-arrivals.ts'
import { openCardNumber } from '../bank-cards/bank-cards.ts'
import {
  conversionQuotes,
  type FundingFixture,
  openFundingFixture,
  withoutLetters,
} from '../funding-fixture.ts'
import { conversionsModule } from './conversions.module.ts'

const secondFactors = new Map<string, string>()
let fixture: FundingFixture
let call: Call
let keys: PersonKeys
/** Opens the module; `waitMs`: how long a call waits for a price. */
let open: (sandbox: boolean, waitMs?: number) => Promise<Call>

beforeAll(async () => {
  fixture = await openFundingFixture()
  keys = new PersonKeys(randomBytes(32), fixture.clock)
  open = async (sandbox, waitMs = 60_000) => {
    const board = sandbox ? fixture.board : fixture.strictBoard
    const ports = {
      prices: { board, fresh: new FreshRule(fixture, board, waitMs), journal: fixture.journal },
      quotes: conversionQuotes,
      customerOf: async (id: string) => ({ frozen: fixture.customers.get(id)?.frozen ?? false }),
      places: {
        keys,
        markKey: Buffer.alloc(32),
        notifyOfNew: withoutLetters(fixture.db),
        proveSecondFactor: async (totp: string | undefined, { userId }: { readonly userId: string }) => {
          const wanted = secondFactors.get(userId)
          if (wanted !== undefined && totp !== wanted) throw new Refusal('secondFactorRequired')
        },
      },
    }
    const { handlers } = await fixture.openModule(conversionsModule, ports, { sandbox })
    const served = await fixture.serve(handlers)
    return (name, input, who) => served(name, input, { mode: 'real', ...who })
  }
  call = await open(true)
  // More than the median looks back: the module began at other prices.
  for (let n = 0; n < 3; n++) {
    fixture.warm('BTCUSDT', '60000', 'live')
    fixture.warm('ETHUSDT', '3000', 'live')
  }
})
afterAll(() => fixture.dispose())
afterEach(async () => expect(await reconcile(fixture.db)).toEqual([]))

const wish = { from: 'USDT', to: 'BTC', amount: '600' }

async function quoted(as: string, input: Record<string, unknown> = wish, by: Call = call) {
  const { code, result } = await by('quoteConvert', input, { as })
  return { ...input, quoteId: code === 200 ? String(result.quoteId) : `refused with ${code}` }
}

/** A customer with this much, in whole USDT. */
async function person(usdt = 0n): Promise<string> {
  const id = await fixture.person()
  if (usdt > 0n) await fixture.fund('customer', id, 'USDT', usdt * 1_000_000n)
  return id
}

const balances = async (owner: string) =>
  Object.fromEntries(
    (await fixture.ledger.balancesOf(owner)).map(({ asset, balanceMinor }) => [asset, balanceMinor]),
  )

describe('calls User: quoteConvert and convert', () => {
  it('converts at the quoted price to the last digit, fee apart, and keeps the quotes it was made of', async () => {
    const as = await person(1_000n)
    const quote = await call('quoteConvert', wish, { as })
    // The mid is 60 000 with 0.02 between bid and ask: a buyer pays 60 000.01.
    expect(quote.result).toMatchObject({
      amount: '600.000000',
      fee: '1.200000',
      received: '0.00998000',
      rate: '0.000016666664',
      sources: ['live'],
    })
    const done = await call('convert', { ...wish, quoteId: quote.result.quoteId }, { as })
    expect(done).toMatchObject({ code: 20004, result: { fee: '1.200000', received: '0.00998000' } })
    expect(await balances(as)).toMatchObject({ USDT: 400_000_000n, BTC: 998_000n })
    const listed = await call('listConvert', {}, { as })
    expect(listed.result).toMatchObject({ items: [{ id: done.result.id, from: 'USDT', to: 'BTC' }] })
    const { rows } = await fixture.db.pool.query(
      `SELECT count(*)::int AS kept FROM funding_conversions c, jsonb_array_elements(c.quotes) q
         JOIN markets_quotes j ON j.code = q->>'code' AND j.seq = (q->>'seq')::bigint
        WHERE c.id = $1`,
      [done.result.id],
    )
    expect(rows).toEqual([{ kept: 1 }])
  })

  it('one effect a key, and the promise holds although the price has moved', async () => {
    const as = await person(1_000n)
    const held = await quoted(as)
    fixture.quote('BTCUSDT', '60100', 'live')
    const key = randomUUID()
    const responses = await Promise.all(Array.from({ length: 20 }, () => call('convert', held, { as, key })))
    expect(new Set(responses.map(({ result }) => JSON.stringify(result))).size).toBe(1)
    expect(await balances(as)).toMatchObject({ BTC: 998_000n })
    expect((await call('convert', { ...held, amount: '601' }, { as, key })).code).toBe(11003)
    fixture.quote('BTCUSDT', '60000', 'live')
  })

  it('11048: ten seconds later, for another amount, for another customer, and for a quote that is not ours', async () => {
    const [as, other] = [await person(1_000n), await person(1_000n)]
    const held = await quoted(as)
    for (const [input, who] of [
      [{ ...held, amount: '601' }, as],
      [{ ...held, to: 'ETH' }, as],
      [held, other],
      [{ ...held, quoteId: `${held.quoteId}x` }, as],
      [{ ...held, quoteId: 'e30.AAAA' }, as],
    ] as const)
      expect((await call('convert', input, { as: who })).code).toBe(11048)
    fixture.clock.advance(10_000)
    expect((await call('convert', held, { as })).code).toBe(10015)
    fixture.quote('BTCUSDT', '60000', 'live')
    fixture.clock.advance(1)
    expect((await call('convert', held, { as })).code).toBe(11048)
    expect(await balances(as)).toMatchObject({ USDT: 1_000_000_000n, BTC: 0n })
  })

  it('a quote of a clock that was set back since is refused, and one of a clock a moment ahead is good', async () => {
    const as = await person(1_000n)
    const [early, late] = [await quoted(as), await quoted(as)]
    fixture.clock.advance(-1)
    expect((await call('convert', early, { as })).code).toBe(20004)
    fixture.clock.advance(-10_000)
    expect((await call('convert', late, { as })).code).toBe(11048)
    fixture.clock.advance(10_001)
  })

  it('refuses demo 11030, no or too small an amount 10016, a coin into itself 11001, too little money 10011', async () => {
    const as = await person(100n)
    expect((await call('quoteConvert', wish, { as, mode: 'demo' })).code).toBe(11030)
    expect((await call('convert', {}, { as, mode: 'demo' })).code).toBe(11030)
    for (const amount of ['0', '-1', '0.99', '1e3', ''])
      expect((await call('quoteConvert', { ...wish, amount }, { as })).code, amount).toBe(10016)
    expect((await call('quoteConvert', { ...wish, to: 'USDT' }, { as })).code).toBe(11001)
    expect((await call('convert', await quoted(as), { as })).code).toBe(10011)
  })

  it('10015 gives the reason: too little of the operator’s money, halted, stale, and simulated prices outside a sandbox', async () => {
    const as = await person(100_000_000n)
    const large = { ...wish, amount: '650000' }
    const reason = async (input: Record<string, unknown>, by: Call = call) =>
      (await by('quoteConvert', input, { as })).result?.reason
    // I11.5: nothing is promised that the operator does not have; what was promised to two is there for one.
    expect(await reason({ ...wish, amount: '2000000' })).toBe('reserve')
    const [first, second] = [await quoted(as, large), await quoted(as, large)]
    expect((await call('convert', first, { as })).code).toBe(20004)
    expect(await call('convert', second, { as })).toMatchObject({
      code: 10015,
      result: { reason: 'reserve' },
    })
    fixture.warm('ETHUSDT', '3000', 'simulated')
    expect(await reason({ ...wish, to: 'ETH' }, await open(false))).toBe('source')
    fixture.clock.advance(6_000)
    expect(await reason(wish, await open(true, 50))).toBe('stale')
    fixture.quote('BTCUSDT', '60000', 'live')
    fixture.quote('ETHUSDT', '3000', 'live')
  })

  it('I16.2: a conversion is quoted at prices as fresh as a market order’s, else at the next ones; without them it is refused as stale', async () => {
    const as = await person(1_000n)
    const nextOf = vi.spyOn(QuoteArrivals.prototype, 'nextOf')
    /** Requests a price, and gives this one of bitcoin once the request waits. */
    const quotedAfter = async (mid: string, input: Record<string, unknown> = wish) => {
      const before = nextOf.mock.calls.length
      const called = call('quoteConvert', input, { as })
      await expect.poll(() => nextOf.mock.calls.length).toBeGreaterThan(before)
      fixture.quote('BTCUSDT', mid, 'live')
      return called
    }
    fixture.clock.advance(499)
    expect(await call('quoteConvert', wish, { as })).toMatchObject({ result: { received: '0.00998000' } })
    expect(nextOf).not.toHaveBeenCalled()
    fixture.clock.advance(1)
    const next = await quotedAfter('60600')
    expect(next).toMatchObject({ code: 200, result: { received: '0.00988119' } })
    // Of two coins both have to be fresh.
    const both = { from: 'ETH', to: 'BTC', amount: '1' }
    fixture.quote('ETHUSDT', '3000', 'live')
    fixture.clock.advance(500)
    fixture.quote('ETHUSDT', '3000', 'live')
    expect((await quotedAfter('60000', both)).code).toBe(200)
    fixture.clock.advance(500)
    fixture.quote('BTCUSDT', '60000', 'live')
    const impatient = await open(true, 50)
    expect((await impatient('quoteConvert', wish, { as })).code).toBe(200)
    const refused = await impatient('quoteConvert', both, { as })
    expect([refused.code, refused.result]).toEqual([10015, { reason: 'stale' }])
    nextOf.mockRestore()
    fixture.quote('BTCUSDT', '60000', 'live')
    fixture.quote('ETHUSDT', '3000', 'live')
  })

  it('10008: a frozen customer converts nothing', async () => {
    const as = await person(1_000n)
    const held = await quoted(as)
    fixture.customers.set(as, { country: null, frozen: true })
    expect((await call('convert', held, { as })).code).toBe(10008)
  })

  it('I11.7: one quote buys once, however many keys use it at the same moment', async () => {
    const as = await person(10_000n)
    const held = await quoted(as)
    const codes = await Promise.all(
      Array.from({ length: 8 }, async () => (await call('convert', held, { as })).code),
    )
    expect(codes.filter((code) => code === 20004)).toHaveLength(1)
    expect(codes.filter((code) => code === 11048)).toHaveLength(7)
    expect((await call('convert', held, { as })).code).toBe(11048)
    expect(await balances(as)).toMatchObject({ USDT: 9_400_000_000n, BTC: 998_000n })
  })

  it('many at once never take more than there is', async () => {
    const as = await person(1_000n)
    const held = await Promise.all(Array.from({ length: 30 }, () => quoted(as, { ...wish, amount: '150' })))
    const codes = await Promise.all(held.map(async (one) => (await call('convert', one, { as })).code))
    expect(codes.filter((code) => code === 20004)).toHaveLength(6)
    expect(codes.filter((code) => code === 10011)).toHaveLength(24)
  })
})

describe('calls User: updateBankInfo', () => {
  const card = {
    bank: 'Bank of the North',
    branch: 'Harbour',
    accountName: 'Ada Byron',
    cardNumber: '4111 1111 1111 1111',
  }

  it('binds, changes and unbinds a card; its number is shown masked and stored sealed', async () => {
    const as = await person()
    const bound = await call('updateBankInfo', card, { as })
    expect(bound).toMatchObject({ code: 20005, result: { ...card, cardNumber: '•••• 1111' } })
    const { rows } = await fixture.db.pool.query('SELECT * FROM funding_bank_cards WHERE user_id = $1', [as])
    for (const stored of Object.values(rows[0] ?? {})) expect(String(stored)).not.toContain('411111')
    expect(await openCardNumber(keys, fixture.db.query, String(bound.result.id))).toBe('4111111111111111')
    const change = {
      ...card,
      id: bound.result.id,
      branch: 'Market',
      cardNumber: 'DE89 3704 0044 0532 0130 00',
    }
    const changed = await call('updateBankInfo', change, { as })
    expect(changed.result).toMatchObject({ branch: 'Market', cardNumber: '•••• 3000' })
    const listed = async () => (await call('listBankInfo', {}, { as })).result
    expect(await listed()).toMatchObject([{ id: changed.result.id }])
    const remove = { id: changed.result.id }
    expect((await call('removeBankInfo', remove, { as })).code).toBe(20005)
    expect((await call('removeBankInfo', remove, { as })).code).toBe(11004)
    expect(await listed()).toEqual([])
    await keys.destroy(fixture.db.query, as)
    expect(await openCardNumber(keys, fixture.db.query, String(bound.result.id))).toBeNull()
  })

  it('refuses demo 11030, an empty field and a mistyped number at its field, a sixth card, another customer’s card', async () => {
    const [as, other] = [await person(), await person()]
    const bind = (input: Record<string, unknown>, who = as) => call('updateBankInfo', input, { as: who })
    expect((await call('updateBankInfo', card, { as, mode: 'demo' })).code).toBe(11030)
    for (const [field, value] of [
      ['bank', '  '],
      ['branch', ''],
      ['accountName', ''],
      ['cardNumber', '4111 1111 1111 1112'],
      ['cardNumber', '=cmd|calc'],
    ] as const)
      expect(await bind({ ...card, [field]: value })).toMatchObject({
        code: 11001,
        result: { issues: [{ path: field }] },
      })
    const codes = await Promise.all(Array.from({ length: 8 }, async () => (await bind(card)).code))
    expect(codes.filter((code) => code === 20005)).toHaveLength(5)
    const [mine] = Object.values((await call('listBankInfo', {}, { as })).result) as { id: string }[]
    expect((await bind({ ...card, id: mine?.id }, other)).code).toBe(11004)
    expect((await bind({ ...card, id: 'nonsense' }, other)).code).toBe(11004)
  })

  it('11011: removing one asks for the code of the second factor', async () => {
    const as = await person()
    const { id } = (await call('updateBankInfo', card, { as })).result
    secondFactors.set(as, '123456')
    expect((await call('removeBankInfo', { id }, { as })).code).toBe(11011)
    expect((await call('removeBankInfo', { id, totp: '123456' }, { as })).code).toBe(20005)
  })
})
