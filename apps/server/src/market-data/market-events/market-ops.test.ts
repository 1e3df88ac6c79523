import type { ListedMarket, MarketActionShown, MarketHistory } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { signInOperator } from '../../testing/test-operators.ts'
import { msUntilTrading } from '../../testing/time/test-clock.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.moveClock(msUntilTrading('AAPL', app.now()))
})
afterAll(() => app.dispose())

interface Listed {
  readonly unread: number
  readonly items: readonly { id: string; kind: string; read: boolean; facts: Record<string, string> }[]
}

test('a split by two operators adjusts a running market; who holds it is told, reads it, and is told of a halt too', async () => {
  const { token } = await app.signUp()
  const buy = { code: 'AAPL', direction: 'buy', lots: '3', leverage: 5, protected: false }
  await expect.poll(async () => (await app.call('buyContract', buy, { token })).code).toBe(20004)
  const [olga, otto, rita] = [
    await signInOperator(app, 'risk'),
    await signInOperator(app, 'admin'),
    await signInOperator(app, 'reviewer'),
  ]
  const at = new Date(app.now() + 60_000).toISOString()
  const split = { code: 'AAPL', kind: 'split', value: '4:1', at, reason: 'the company’s notice' }
  expect((await rita.call('opsProposeAction', split)).code).toBe(11005)
  expect(await olga.call('opsProposeAction', { ...split, value: '4' })).toMatchObject({
    code: 11001,
    result: { issues: [{ path: 'value', code: 'bad-ratio' }] },
  })
  const soon = new Date(app.now() + 3_000).toISOString()
  expect(await olga.call('opsProposeAction', { ...split, at: soon })).toMatchObject({
    code: 11001,
    result: { issues: [{ path: 'at', code: 'too-soon' }] },
  })
  const { id } = (await olga.call('opsProposeAction', split)).result
  const { shownHash } = resultOf<{ shownHash: string }>(await otto.call('opsProposal', { id }))
  expect((await olga.call('opsApproveProposal', { id, shownHash })).code).toBe(11008)
  expect((await otto.call('opsApproveProposal', { id, shownHash })).code).toBe(200)
  await app.moveClock(60_000)
  const first = async () => (await app.call('listContractOrder', {}, { token })).result.items[0]
  await expect.poll(first).toMatchObject({ lots: '12' })
  const notifications = async () => resultOf<Listed>(await app.call('notifications', {}, { token }))
  const [notice] = (await notifications()).items
  expect(notice).toMatchObject({ kind: 'split', read: false, facts: { ratio: '4:1', orders: '1' } })
  // The simulated price goes on at the new scale: what is open can be closed, at about a quarter.
  const order = await first()
  const closed = async () => (await app.call('closeContract', { id: order?.id }, { token })).code
  await expect.poll(closed).toBe(200)

  await expect.poll(async () => (await app.call('buyContract', buy, { token })).code).toBe(20004)
  const halt = { code: 'AAPL', reason: 'news', note: 'results tonight' }
  expect((await rita.call('opsHaltMarket', halt)).code).toBe(11005)
  expect((await olga.call('opsHaltMarket', halt)).code).toBe(200)
  expect((await olga.call('opsHaltMarket', halt)).code).toBe(11006)
  await expect.poll(async () => (await notifications()).items[0]?.kind).toBe('halted')
  expect(await app.call('buyContract', buy, { token })).toMatchObject({
    code: 10015,
    result: { reason: 'halted' },
  })
  expect((await olga.call('opsResumeMarket', { code: 'AAPL', note: 'out' })).code).toBe(200)
  await expect.poll(async () => (await notifications()).unread).toBe(3)
  const { rows } = await app.db.pool.query(
    "SELECT count(*)::int AS entries FROM trust_audit WHERE body::text LIKE '%markets.halt%'",
  )
  expect(rows).toEqual([{ entries: 1 }])

  const other = await app.signUp()
  expect((await app.call('readNotifications', { ids: [notice?.id] }, { token: other.token })).result).toEqual(
    {
      unread: 0,
    },
  )
  expect((await app.call('readNotifications', { ids: [notice?.id] }, { token })).result).toEqual({
    unread: 2,
  })
  expect((await app.call('readNotifications', {}, { token })).result).toEqual({ unread: 0 })
})

test('a split on the calendar is cancelled by two operators, more than a minute before its moment; then it can be asked for again', async () => {
  const [olga, otto] = [await signInOperator(app, 'risk'), await signInOperator(app, 'admin')]
  const approve = async (id: string | undefined) => {
    const { shownHash } = resultOf<{ shownHash: string }>(await otto.call('opsProposal', { id }))
    return (await otto.call('opsApproveProposal', { id, shownHash })).code
  }
  const at = new Date(app.now() + 3_600_000).toISOString()
  const split = { code: 'NVDA', kind: 'split', value: '10:1', at, reason: 'as announced' }
  const call = async () => approve((await olga.call('opsProposeAction', split)).result.id)
  const shown = async () => {
    const { actions } = resultOf<{ actions: MarketActionShown[] }>(await olga.call('opsMarketEvents'))
    return actions.filter(({ code }) => code === 'NVDA')
  }
  expect(await call()).toBe(200)
  expect(await call()).toBe(11006)
  const [requested] = await shown()
  expect(requested).toMatchObject({ value: '10:1', at, askedBy: `${olga.email}, approved by ${otto.email}` })
  const reason = 'the company took it back'
  const { id } = (await olga.call('opsProposeCancel', { id: requested?.id, reason })).result
  const late = (await olga.call('opsProposeCancel', { id: requested?.id, reason })).result.id
  expect(await shown()).toMatchObject([{ cancelledAt: null }])
  expect(await approve(id)).toBe(200)
  const by = `${olga.email}, approved by ${otto.email}`
  expect(await shown()).toMatchObject([{ cancelledBy: by, appliedAt: null }])
  expect(await approve(late)).toBe(11006)
  expect((await olga.call('opsProposeCancel', { id: requested?.id, reason })).code).toBe(11006)
  const { rows } = await app.db.pool.query(
    "SELECT count(*)::int AS entries FROM trust_audit WHERE body::text LIKE '%markets.cancel.approve%'",
  )
  expect(rows).toEqual([{ entries: 1 }])
  // Whatever an engine still had in its memory: the database carries nothing out that was cancelled.
  const action = { id: requested?.id, code: 'NVDA', kind: 'split', at: Date.parse(at), applied_at: app.now() }
  const columns = { facts: { fresh: '10', old: '1' }, asked_by: by }
  await expect(
    app.db.pool.query('SELECT markets_action_applied($1)', [{ ...action, ...columns }]),
  ).rejects.toMatchObject({ code: 'CA002' })
  await expect(
    app.db.pool.query('UPDATE markets_actions SET cancelled_at = NULL, cancelled_by = NULL WHERE id = $1', [
      requested?.id,
    ]),
  ).rejects.toThrow('never changes')
  expect(await call()).toBe(200)
  expect((await shown()).map(({ cancelledAt }) => cancelledAt === null).sort()).toEqual([false, true])
})

test('opsMarketHistory: an operator sees how far each live chart’s past is, and why an exchange gives none', async () => {
  const stretch = { source: 'live', why: 'past', from_time: 0n, to_time: 100n, asked_at: 0n } as const
  await app.db.query
    .insertInto('markets_backfills')
    .values([
      {
        ...stretch,
        code: 'BTCUSDT',
        interval: '1m',
        origin: 'binance',
        reached: 0n,
        candles: 7n,
        done_at: 1n,
      },
      { ...stretch, code: 'BTCUSDT', interval: '1h', origin: 'binance', reached: 50n, candles: 3n },
      {
        ...stretch,
        code: 'ETHUSDT',
        interval: '1h',
        origin: 'binance',
        reached: 100n,
        refused: 'Invalid symbol.',
      },
    ])
    .execute()
  const olga = await signInOperator(app, 'risk')
  const shown = resultOf<MarketHistory[]>(await olga.call('opsMarketHistory', {}))
  expect(shown.find(({ code }) => code === 'BTCUSDT')).toMatchObject({
    filled: 0.75,
    candles: 10,
    refused: null,
  })
  expect(shown.find(({ code }) => code === 'ETHUSDT')).toMatchObject({
    filled: 0,
    refused: 'Invalid symbol.',
  })
  const rita = await signInOperator(app, 'reviewer')
  expect((await rita.call('opsMarketHistory', {})).code).toBe(11005)
})

test('I16.10: an operator sees every market with its price, the source and the age of it', async () => {
  const olga = await signInOperator(app, 'risk')
  const shown = async () => resultOf<ListedMarket[]>(await olga.call('opsMarketList', {}))
  const listed = async (code: string) => (await shown()).find((market) => market.code === code)
  await expect
    .poll(() => listed('BTCUSDT'))
    .toMatchObject({ source: 'simulated', halted: null, unavailable: null })
  const bitcoin = await listed('BTCUSDT')
  expect(Number(bitcoin?.ask)).toBeGreaterThan(Number(bitcoin?.bid))
  expect(bitcoin?.ageMs).toBeLessThan(60_000)
  expect(new Set((await shown()).map(({ type }) => type))).toEqual(new Set([1, 2, 3, 4]))
  const rita = await signInOperator(app, 'reviewer')
  expect((await rita.call('opsMarketList', {})).code).toBe(11005)
})

test('I16.10: a class of markets is halted at once and resumed at once, with an entry for each', async () => {
  const olga = await signInOperator(app, 'risk')
  const listed = async () => resultOf<ListedMarket[]>(await olga.call('opsMarketList', {}))
  const codes = (await listed()).filter(({ type }) => type === 3).map(({ code }) => code)
  const reason = 'technical'
  expect((await olga.call('opsHaltMarket', { code: 'MSFT', reason: 'news', note: 'alone' })).code).toBe(200)
  const halt = { codes: [...codes, 'MSFT'], reason, note: 'the feed fails' }
  expect(await olga.call('opsHaltMarkets', { ...halt, codes: ['AAPL', 'NONE'] })).toMatchObject({
    code: 11001,
    result: { issues: [{ path: 'codes.1', code: 'unknown-market' }] },
  })
  const { halted } = resultOf<{ halted: string[] }>(await olga.call('opsHaltMarkets', halt))
  expect(halted.sort()).toEqual(codes.filter((code) => code !== 'MSFT').sort())
  const reasonsOf = async (type: number) =>
    new Set((await listed()).filter((market) => market.type === type).map((market) => market.halted))
  await expect.poll(() => reasonsOf(3)).toEqual(new Set([reason, 'news']))
  expect(await reasonsOf(2)).toEqual(new Set([null]))
  const { token } = await app.signUp()
  const buy = { code: 'TSLA', direction: 'buy', lots: '3', leverage: 5, protected: false }
  expect(await app.call('buyContract', buy, { token })).toMatchObject({
    code: 10015,
    result: { reason: 'halted' },
  })

  const resumed = await olga.call('opsResumeMarkets', { codes, note: 'the feed is back' })
  expect(resumed.result).toMatchObject({ resumed: expect.arrayContaining(codes), due: [] })
  await expect.poll(() => reasonsOf(3)).toEqual(new Set([null]))
  const entries = async (action: string) => {
    const { rows } = await app.db.pool.query<{ subjects: number }>(
      `SELECT count(DISTINCT body::jsonb ->> 'subject')::int AS subjects FROM trust_audit
        WHERE body::jsonb ->> 'action' = $1 AND body::jsonb ->> 'reason' = $2`,
      [action, action === 'markets.halt' ? halt.note : 'the feed is back'],
    )
    return rows[0]?.subjects
  }
  expect([await entries('markets.halt'), await entries('markets.resume')]).toEqual([
    codes.length - 1,
    codes.length,
  ])
})
