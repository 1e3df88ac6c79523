import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { withClient } from '../../platform/database/database-server.ts'
import { type FundingFixture, openFundingFixture } from '../funding-fixture.ts'
import { creditDeposit, rejectDeposit } from './credit-deposit.ts'
import { lockPending } from './deposit-store.ts'
import { publicKeys } from './test-public-keys.ts'

let fixture: FundingFixture
beforeAll(async () => {
  fixture = await openFundingFixture()
})
afterAll(() => fixture.dispose())
afterEach(async () => expect(await reconcile(fixture.db)).toEqual([]))

const newHash = () => randomBytes(32).toString('hex')
const tether = () => ({ coin: 'USDT', network: 'ERC20', amount: '500', hash: newHash() })
const where = { coin: 'USDT', network: 'ERC20' }

/** Approves a deposit as a reviewer does. */
const approve = (id: string, hash: string) =>
  fixture.ledger.transaction(async (tx) => {
    const row = await lockPending(tx, id, false)
    if (row === null) throw new Error('not pending')
    return creditDeposit(fixture.context, tx, row, { minor: row.amount, hash, decidedBy: 'rita' })
  })
const reject = (id: string) =>
  fixture.ledger.transaction(async (tx) => {
    const row = await lockPending(tx, id, false)
    if (row === null) throw new Error('not pending')
    await rejectDeposit(fixture.context, tx, row, { reason: 'funding.reason.notFound', decidedBy: 'rita' })
  })

describe('calls User: getDepositAddress', () => {
  it('shows a labelled sample in a sandbox whose operator entered nothing, with the minimum and a picture', async () => {
    const as = await fixture.person()
    for (const [coin, network, minimum] of [
      ['USDT', 'ERC20', '120.000000'],
      ['USDT', 'trc-20', '120.000000'],
      ['BTC', 'BTC', '0.01500000'],
      ['ETH', 'ETH', '0.200000000'],
    ] as const) {
      const { code, result } = await fixture.call('getDepositAddress', { coin, network }, { as })
      expect([code, result]).toMatchObject([
        200,
        { minimum, sample: true, own: false, automatic: false, memo: null },
      ])
      expect(String(result.qr)).toMatch(/^data:image\/svg\+xml;base64,/)
    }
  })

  it('refuses demo with 11030, a coin on another network and an unknown network with 11001, a closed one with 10015', async () => {
    const as = await fixture.person()
    expect((await fixture.call('getDepositAddress', where, { as, mode: 'demo' })).code).toBe(11030)
    for (const network of ['BTC', 'SOL', ''])
      expect((await fixture.call('getDepositAddress', { coin: 'USDT', network }, { as })).code).toBe(11001)
    const real = await fixture.serve(
      (await import('../routes.ts')).fundingHandlers({ ...fixture.context, sandbox: false }),
    )
    expect(await real('getDepositAddress', where, { as, mode: 'real' })).toMatchObject({
      code: 10015,
      result: { reason: 'closed' },
    })
  })

  it('derives one address per customer from the operator’s public key, the same every time; a fixed address is everyone’s', async () => {
    await fixture.take('BTC', publicKeys.BTC)
    const people = [await fixture.person(), await fixture.person()]
    const request = { coin: 'BTC', network: 'BTC' }
    const seen: string[] = []
    for (const as of [...people, ...people]) {
      const { result } = await fixture.call('getDepositAddress', request, { as })
      expect(result).toMatchObject({ own: true, sample: false, automatic: false, confirmations: 3 })
      expect(String(result.address)).toMatch(/^bc1q[a-z0-9]{38}$/)
      seen.push(String(result.address))
    }
    expect(new Set(seen).size).toBe(2)
    expect(seen.slice(0, 2)).toEqual(seen.slice(2))
    await fixture.take('TRC20', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH')
    const shared = await fixture.call(
      'getDepositAddress',
      { coin: 'USDT', network: 'TRC20' },
      { as: people[0] ?? '' },
    )
    expect(shared.result).toMatchObject({ own: false, address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' })
  })
})

describe('calls User: recharge', () => {
  it('answers 20002 with the record, credits nothing yet, and the same key gives the first answer', async () => {
    const as = await fixture.person()
    const request = { ...tether(), hash: ` 0X${newHash().toUpperCase()} ` }
    const key = randomUUID()
    const first = await fixture.call('recharge', request, { as, key })
    expect(first).toMatchObject({
      code: 20002,
      result: {
        coin: 'USDT',
        network: 'ERC20',
        amount: '500.000000',
        credited: null,
        hash: request.hash.trim().toLowerCase(),
        status: 'pending',
        waitsFor: 'review',
        timeline: [{ status: 'pending', reason: null }],
      },
    })
    expect((await fixture.call('recharge', request, { as, key })).result).toEqual(first.result)
    expect((await fixture.call('recharge', { ...request, amount: '600' }, { as, key })).code).toBe(11003)
    expect(await fixture.balance(as, 'USDT')).toBe('0.000000')
  })

  it('refuses demo with 11030 before anything else, and the calls page’s fields in their order', async () => {
    const as = await fixture.person()
    expect((await fixture.call('recharge', {}, { as, mode: 'demo' })).code).toBe(11030)
    const good = tether()
    const cases: readonly [Record<string, unknown>, number][] = [
      [{ ...good, coin: 'DOGE' }, 11001],
      [{ ...good, network: 'BTC' }, 11001],
      [{ ...good, amount: '119.999999' }, 10016],
      [{ ...good, amount: '500.0000001' }, 10016],
      [{ ...good, amount: '-500' }, 10016],
      [{ coin: 'USDT', network: 'ERC20', hash: good.hash }, 10016],
      [{ coin: 'BTC', network: 'BTC', amount: '0.0149', hash: good.hash }, 10016],
      [{ coin: 'ETH', network: 'ETH', amount: '0.19', hash: good.hash }, 10016],
      [{ ...good, hash: 'not a hash' }, 11001],
      [{ ...good, hash: undefined }, 11001],
      [{ ...good, hash: undefined, hashLast6: 'abc123' }, 11001],
      [{ ...good, proof: 'nobody’s file' }, 11023],
    ]
    for (const [request, code] of cases)
      expect((await fixture.call('recharge', request, { as })).code, JSON.stringify(request)).toBe(code)
    expect((await fixture.call('listRecharge', {}, { as })).result.items).toEqual([])
  })

  it('11020: refuses a transaction reported before, in any spelling and by any customer, until it was rejected', async () => {
    const [as, other] = [await fixture.person(), await fixture.person()]
    const request = tether()
    const first = await fixture.call('recharge', request, { as })
    for (const hash of [request.hash, `0x${request.hash}`, request.hash.toUpperCase(), ` ${request.hash}\n`])
      for (const who of [as, other])
        expect((await fixture.call('recharge', { ...request, hash }, { as: who })).code).toBe(11020)
    // Its end with a proof is the same transaction to its owner.
    fixture.files.set('file', as)
    const byEnd = {
      coin: 'USDT',
      network: 'ERC20',
      amount: '500',
      hashLast6: request.hash.slice(-6),
      proof: 'file',
    }
    expect((await fixture.call('recharge', byEnd, { as })).code).toBe(11020)
    await reject(String(first.result.id))
    expect((await fixture.call('recharge', request, { as })).code).toBe(20002)
  })

  it('of fifty concurrent reports of one transaction one is accepted, the others get 11020', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => fixture.person()))
    const request = tether()
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, n) => fixture.call('recharge', request, { as: people[n % 10] ?? '' })),
    )
    const codes = responses.map(({ code }) => code).sort()
    expect(codes).toEqual([...Array.from({ length: 49 }, () => 11020), 20002])
  })

  it('10022: identity is required from 1 000 USDT deposited in all, including pending deposits and other coins', async () => {
    const as = await fixture.person({ verified: false })
    expect((await fixture.call('recharge', { ...tether(), amount: '1000' }, { as })).code).toBe(10022)
    expect((await fixture.call('recharge', tether(), { as })).code).toBe(20002)
    // 0.2 ETH are worth 800 here.
    const ether = { coin: 'ETH', network: 'ETH', amount: '0.2', hash: newHash() }
    expect((await fixture.call('recharge', ether, { as })).code).toBe(10022)
    expect((await fixture.call('recharge', { ...tether(), amount: '499.999999' }, { as })).code).toBe(20002)
    expect((await fixture.call('recharge', { ...tether(), amount: '120' }, { as })).code).toBe(10022)
    fixture.verified.add(as)
    expect((await fixture.call('recharge', ether, { as })).code).toBe(20002)
  })

  it('T4: a price older than a minute gives no value of a coin, and identity is required', async () => {
    const handIn = async () => {
      const as = await fixture.person({ verified: false })
      const ether = { coin: 'ETH', network: 'ETH', amount: '0.2', hash: newHash() }
      return (await fixture.call('recharge', ether, { as })).code
    }
    fixture.quote('ETHUSDT', '4000')
    fixture.clock.advance(60_000)
    expect(await handIn()).toBe(20002)
    fixture.clock.advance(1)
    expect(await handIn()).toBe(10022)
    fixture.quote('ETHUSDT', '4000')
    expect(await handIn()).toBe(20002)
  })

  it('10008: a frozen customer hands in nothing', async () => {
    const as = await fixture.person({ frozen: true })
    expect((await fixture.call('recharge', tether(), { as })).code).toBe(10008)
  })
})

describe('calls User: listRecharge', () => {
  it('gives the records newest first with their timelines, page by page, by status; none in demo', async () => {
    const as = await fixture.person()
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.push(String((await fixture.call('recharge', tether(), { as })).result.id))
    const [a = '', b = '', c = ''] = ids
    await reject(b)
    const all = await fixture.call('listRecharge', { limit: '2' }, { as })
    const items = all.result.items as { id: string; status: string; timeline: unknown[] }[]
    expect(items.map(({ id }) => id)).toEqual([c, b])
    expect(items[1]?.timeline).toMatchObject([
      { status: 'pending' },
      { status: 'rejected', reason: 'funding.reason.notFound' },
    ])
    const rest = await fixture.call('listRecharge', { cursor: String(all.result.nextCursor) }, { as })
    expect(rest.result).toMatchObject({ items: [{ id: a }], nextCursor: null })
    const rejected = await fixture.call('listRecharge', { status: 'rejected' }, { as })
    expect((rejected.result.items as { id: string }[]).map(({ id }) => id)).toEqual([b])
    expect((await fixture.call('listRecharge', {}, { as, mode: 'demo' })).result).toEqual({
      items: [],
      nextCursor: null,
    })
    expect((await fixture.call('listRecharge', { cursor: 'x' }, { as })).code).toBe(11001)
  })
})

describe('a deposit’s states and money', () => {
  it('is credited once: the posting names the transaction, and a second approval finds nothing pending', async () => {
    const as = await fixture.person()
    const request = tether()
    const { result } = await fixture.call('recharge', request, { as })
    const id = String(result.id)
    expect(await approve(id, String(result.hash))).toBe(true)
    expect(await fixture.balance(as, 'USDT')).toBe('500.000000')
    await expect(approve(id, String(result.hash))).rejects.toThrow('not pending')
    expect((await fixture.call('recharge', request, { as })).code).toBe(11020)
    expect(await fixture.balance(as, 'USDT')).toBe('500.000000')
  })

  it('the database refuses moves outside the table, a changed claim, and a credit without a transaction', async () => {
    const as = await fixture.person()
    const { result } = await fixture.call('recharge', tether(), { as })
    const other = await fixture.call('recharge', tether(), { as })
    const id = String(result.id)
    await reject(id)
    const change = (set: string, which: unknown) =>
      withClient(fixture.db.owner, (client) =>
        client.query(`UPDATE funding_deposits SET ${set} WHERE id = $1`, [which]),
      )
    for (const status of ['pending', 'approved'])
      await expect(change(`status = '${status}'`, id)).rejects.toThrow(`no move from rejected to`)
    await expect(change('amount = 1', other.result.id)).rejects.toThrow('never changes')
    await expect(change(`address = '0x'`, other.result.id)).rejects.toThrow('never changes')
    await expect(change(`status = 'approved', waits_for = NULL`, other.result.id)).rejects.toThrow('check')
    for (const table of ['funding_deposit_events', 'funding_targets', 'funding_addresses'])
      await expect(
        withClient(fixture.db.owner, (client) => client.query(`DELETE FROM ${table}`)),
      ).rejects.toThrow('append-only')
  })

  it('T10: no one enters a payment address alone', async () => {
    await expect(
      fixture.db.pool.query(`INSERT INTO funding_targets VALUES ('ETH', 99, '0x0', 'mine', 'ana', 'ana', 0)`),
    ).rejects.toThrow('funding_targets_four_eyes')
  })
})
