import { randomUUID } from 'node:crypto'
import type { CallName, Calls, OpsCalls, OpsResultOf, ResultOf } from '@candor/contract'
import { fewestAccounts } from '@candor/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { house } from '../../ledger/ledger.ts'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { customer as accountOf, ofHouse, transfer } from '../../ledger/test-accounts.ts'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { signInOperator } from '../../testing/test-operators.ts'
import { addUpdate } from './incidents-store.ts'
import { measureLosing } from './measure-losing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

type Result<N extends CallName> = ResultOf<Calls[N]>
const status = async () => resultOf<Result<'status'>>(await app.call('status'))
const clock = { now: () => app.now() }

test('T11: the status says how old each class’s prices are and where they come from, and what was sealed last', async () => {
  await expect.poll(async () => (await status()).feeds.every(({ sources }) => sources.length > 0)).toBe(true)
  await expect.poll(async () => (await status()).feeds[1]?.newestAgeMs).toBeLessThan(5_000)
  await expect.poll(async () => (await status()).feeds[1]).toMatchObject({ sources: ['simulated'], stale: 0 })
  const shown = await status()
  expect(shown.feeds.map(({ type }) => type)).toEqual([1, 2, 3, 4])
  const [, crypto] = shown.feeds
  expect(crypto?.open).toBe(crypto?.markets)
  expect(Date.parse(shown.startedAt)).toBeLessThanOrEqual(Date.parse(shown.at))
  expect(shown.halts).toEqual([])
})

test('T11: a halt stands in the status while it holds and after it, without the operator’s note or name', async () => {
  const risk = await signInOperator(app, 'risk')
  await risk.call('opsHaltMarket', { code: 'AAPL', reason: 'news', note: 'only for us' })
  const halted = (await status()).halts
  expect(halted).toEqual([{ code: 'AAPL', reason: 'news', from: expect.any(String), until: null }])
  expect((await risk.call('opsResumeMarket', { code: 'AAPL', note: 'out' })).code).toBe(200)
  expect((await status()).halts).toEqual([{ ...halted[0], until: expect.any(String) }])
  await app.moveClock(91 * 86_400_000)
  expect((await status()).halts).toEqual([])
})

test('an incident is told by one operator, read in one’s language or in English, kept as it was said, and ends once', async () => {
  const content = await signInOperator(app, 'content')
  const shown = async (lang: string) =>
    resultOf<Result<'status'>>(await app.call('status', {}, { lang })).incidents
  expect(await shown('de')).toEqual([])
  const opening = {
    title: { en: 'Mails arrive late', de: 'Mails kommen verspätet an' },
    text: { en: 'Codes take minutes. Trading goes on.' },
    state: 'investigating',
  }
  expect((await (await signInOperator(app, 'risk')).call('opsOpenIncident', opening)).code).toBe(11005)
  const noEnglish = await content.call('opsOpenIncident', { ...opening, text: { de: 'nur Deutsch' } })
  expect([noEnglish.code, noEnglish.result.issues.map(({ path }) => path)]).toEqual([11001, ['text.en']])
  expect((await content.call('opsOpenIncident', { ...opening, state: 'resolved' })).code).toBe(11001)
  const { id } = (await content.call('opsOpenIncident', opening)).result
  const [incident] = await shown('de')
  expect(incident).toMatchObject({
    id,
    title: { text: 'Mails kommen verspätet an', language: 'de' },
    until: null,
    updates: [{ text: 'Codes take minutes. Trading goes on.', language: 'en', state: 'investigating' }],
  })
  expect((await shown('ja'))[0]?.title).toEqual({ text: 'Mails arrive late', language: 'en' })

  const over = { id, text: { en: 'They arrive again.', ja: '届くようになりました。' }, state: 'resolved' }
  expect((await content.call('opsUpdateIncident', over)).code).toBe(200)
  expect((await content.call('opsUpdateIncident', over)).code).toBe(11006)
  expect((await content.call('opsUpdateIncident', { ...over, id: randomUUID() })).code).toBe(11004)
  const [ended] = await shown('ja')
  expect(ended?.until).not.toBeNull()
  expect(ended?.updates).toMatchObject([
    { text: '届くようになりました。', language: 'ja', state: 'resolved' },
    { language: 'en', state: 'investigating' },
  ])
  // Nobody learns which operator wrote it but operators.
  expect(JSON.stringify(await shown('en'))).not.toContain(content.email)
  const inHand = resultOf<OpsResultOf<OpsCalls['opsIncidents']>>(await content.call('opsIncidents'))
  expect(inHand[0]?.updates.map(({ by }) => by)).toEqual([content.email, content.email])
  const admin = await signInOperator(app, 'admin')
  const { items } = (await admin.call('opsAudit', { subject: `incident:${id}` })).result
  expect(items).toMatchObject([{ action: 'status.incident.update' }, { action: 'status.incident.open' }])
  for (const change of [
    `UPDATE trust_incidents SET title = '{"en":"nothing"}'`,
    'DELETE FROM trust_incidents',
    `UPDATE trust_incident_updates SET text = '{"en":"nothing"}'`,
    'DELETE FROM trust_incident_updates',
  ])
    await expect(app.db.pool.query(change)).rejects.toThrow('denied')
  await expect(app.db.pool.query('UPDATE trust_incidents SET resolved_at = NULL')).rejects.toThrow(
    'ends once',
  )
  await app.moveClock(91 * 86_400_000)
  expect(await shown('en')).toEqual([])
})

test('an incident that ends after the clock was set back ends when it began', async () => {
  const content = await signInOperator(app, 'content')
  const opening = { title: { en: 'Prices stand still' }, text: { en: 'We look.' }, state: 'investigating' }
  const { id } = (await content.call('opsOpenIncident', opening)).result
  const writers = await app.db.pool.query<{ by: string }>(
    'SELECT written_by AS by FROM trust_incident_updates WHERE incident_id = $1',
    [id],
  )
  const [{ by } = { by: '' }] = writers.rows
  const at = app.now() - 40_000
  const over = { incidentId: id, state: 'resolved' as const, text: { en: 'They move.' }, by, at }
  await app.db.transaction((tx) => addUpdate(tx, over))
  const [incident] = (await status()).incidents
  expect(incident?.until).toBe(incident?.from)
})

test('T17: the share of losing accounts counts fees and swaps, real money and closed positions only, and is not told of too few', async () => {
  const ledger = createLedger(app.db, clock)
  const usdt = (owner: string) => accountOf(owner, 'USDT')
  const capital = ofHouse('trading-capital', 'USDT')
  const fees = ofHouse('fee-revenue', 'USDT')
  const demo = (owner: string) => accountOf(owner, 'DEMO')
  const people = Array.from(
    { length: fewestAccounts + 1 },
    (_, at) => `01890000-0000-7000-8000-0000000000${at + 10}`,
  )
  await ledger.open([
    { class: 'trading-capital', owner: house, asset: 'USDT' },
    fees,
    ...people.flatMap((id) => [usdt(id), demo(id)]),
  ])
  const post = (id: string, ...steps: ReturnType<typeof transfer>[]) =>
    ledger.post({ id: `losing:${id}`, reference: null, steps })
  const share = () => measureLosing(app.db, clock)()
  for (const [at, id] of people.slice(0, -1).entries()) {
    // Everybody wins 100; the first five pay more than that in commission.
    await post(`win:${id}`, transfer('contract-profit', capital, usdt(id), 100n))
    if (at < 5) {
      await post(`more:${id}`, transfer('deposit', ofHouse('world', 'USDT'), usdt(id), 100n))
      await post(`fee:${id}`, transfer('contract-commission', usdt(id), fees, 101n))
    }
    if (at === fewestAccounts - 2)
      expect(await share()).toMatchObject({ accounts: fewestAccounts - 1, losing: null })
  }
  // Opened, not closed; and a loss with demo money.
  const [last = ''] = people.slice(-1)
  await post('opened', transfer('deposit', ofHouse('world', 'USDT'), usdt(last), 100n))
  await post('commission', transfer('contract-commission', usdt(last), fees, 1n))
  await post('demo', transfer('demo-grant', ofHouse('world'), demo(last), 9n))
  await post('demo-loss', transfer('contract-loss', demo(last), ofHouse('trading-capital'), 5n))
  expect(await share()).toMatchObject({ accounts: fewestAccounts, losing: 5 })
})
