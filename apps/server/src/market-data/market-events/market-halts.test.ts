import { afterAll, beforeAll, expect, test } from 'vitest'
import { splitCommand } from '../../cli/markets/corporate-action.ts'
import { haltCommand, resumeCommand } from '../../cli/markets/market-halt.ts'
import { candor } from '../../cli/test-candor.ts'
import { resultOf, startEmbeddedTestApp, type TestApp } from '../../testing/test-app.ts'
import { haltMarket, haltMarkets, resumeMarket } from './halts.ts'

let app: TestApp
beforeAll(async () => {
  app = await startEmbeddedTestApp()
})
afterAll(() => app.dispose())

const buy = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }

interface Shown {
  readonly open: boolean
  readonly halted: string | null
  readonly nextOpenAt: string | null
}
const shown = async (): Promise<Shown> => {
  const { open, halted, nextOpenAt } = resultOf<Shown>(await app.call('getMarketInfo', { id: 'BTCUSDT' }))
  return { open, halted, nextOpenAt }
}
const halt = (more: { code?: string } = {}) => {
  const request = {
    code: 'BTCUSDT',
    reason: 'prices' as const,
    note: 'the source jumps',
    by: 'olga',
    ...more,
  }
  return haltMarket(app.db.query, app, request)
}
const resume = () => resumeMarket(app.db.query, app, { code: 'BTCUSDT', by: 'otto' })

test('rulebook Markets: a halt is as closed (10015 halted), says why, outlives a restart and lifts', async () => {
  const { token } = await app.signUp()
  const bought = async () => (await app.call('buyContract', buy, { token })).code
  await expect.poll(bought).toBe(20004)
  const { items } = (await app.call('listContractOrder', { status: 'open' }, { token })).result
  expect(await halt()).toBeNull()
  const halted = { open: false, halted: 'prices', nextOpenAt: null }
  await expect.poll(shown).toEqual(halted)
  const refused = { code: 10015, result: { reason: 'halted' } }
  expect(await app.call('buyContract', buy, { token })).toMatchObject(refused)
  expect(await app.call('closeContract', { id: items[0]?.id }, { token })).toMatchObject(refused)

  const { dataDir } = app
  await app.db.close()
  await app.stop()
  app = await startEmbeddedTestApp({ dataDir })
  expect(await shown()).toEqual(halted)
  expect(await app.call('buyContract', buy, { token })).toMatchObject(refused)

  expect(await halt()).toBe('already-halted')
  expect(await halt({ code: 'NOPE' })).toBe('unknown-market')
  expect(await resume()).toBeNull()
  expect(await resume()).toBe('not-halted')
  await expect.poll(bought).toBe(20004)
})

test('the record of halts says who and why, and cannot be changed or removed', async () => {
  const made = await candor(
    ...['market', 'halt', '--market', 'AAPL', '--reason', 'news', '--by', 'ines', '--data', app.dataDir],
  )
  expect(made).toEqual({ code: 0, out: 'AAPL is halted (news).\n' })
  const { rows } = await app.db.pool.query(
    'SELECT code, reason, note, halted_by, lifted_by FROM markets_halts',
  )
  expect(rows).toEqual([
    { code: 'BTCUSDT', reason: 'prices', note: 'the source jumps', halted_by: 'olga', lifted_by: 'otto' },
    { code: 'AAPL', reason: 'news', note: null, halted_by: 'ines', lifted_by: null },
  ])
  const typing = { data: app.dataDir, market: 'AAPL', by: 'ines' }
  await expect(haltCommand({ ...typing, reason: 'news' })).rejects.toThrow('already halted')
  await resumeCommand({ ...typing, by: 'otto' })
  const split = { ...typing, ratio: '4:1', at: '2099-01-01T12:00:00Z' }
  await splitCommand(split)
  await expect(splitCommand(split)).rejects.toThrow('already has such an action')
  // What was refused left no entry.
  const entries = await app.db.pool.query(
    "SELECT body::jsonb - 'at' AS entry FROM trust_audit WHERE body::text LIKE '%market:AAPL%' ORDER BY seq",
  )
  const typed = { actor: 'command-line', subject: 'market:AAPL', reason: null, before: null }
  expect(entries.rows.map(({ entry }) => entry)).toEqual([
    { ...typed, action: 'markets.halt', after: { by: 'ines', reason: 'news' } },
    { ...typed, action: 'markets.resume', after: { by: 'otto' } },
    {
      ...typed,
      action: 'markets.split',
      after: { at: Date.UTC(2099, 0, 1, 12), by: 'ines', value: '4:1' },
    },
  ])
  const lift = "UPDATE markets_halts SET lifted_by = 'eve', lifted_at = 1 WHERE code = 'BTCUSDT'"
  await expect(app.db.pool.query(lift)).rejects.toThrow('lifted once')
  await expect(app.db.pool.query('DELETE FROM markets_halts')).rejects.toThrow('permission denied')
})

test('I16.10: markets that are halted by one call are halted at one moment', async () => {
  let now = app.now()
  const ticking = {
    now: () => {
      now += 1
      return now
    },
  }
  const request = {
    codes: ['EURUSD', 'GBPUSD', 'USDJPY'],
    reason: 'technical',
    note: 'together',
    by: 'olga',
  } as const
  expect(await haltMarkets(app.db.query, ticking, request)).toHaveLength(3)
  const moments = app.db.query
    .selectFrom('markets_halts')
    .select('halted_at')
    .distinct()
    .where('note', '=', 'together')
  expect(await moments.execute()).toHaveLength(1)
})
