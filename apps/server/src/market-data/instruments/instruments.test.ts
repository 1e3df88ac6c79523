import type { Calls, MarketInfo, MarketItem, OpsCalls, OpsResultOf, ResultOf } from '@candor/contract'
import type { Instrument } from '@candor/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { checkStatedMarkets } from '../../proofs/receipts/checks/check-stated-markets.ts'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { approveProposal, signInOperator, type TestOperator } from '../../testing/test-operators.ts'
import { listedMarkets } from './instruments-store.ts'
import { liraPair } from './test-instruments.ts'

type Instruments = OpsResultOf<OpsCalls['opsInstruments']>

let app: TestApp
let risk: TestOperator
let admin: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  await signIn()
})
afterAll(async () => {
  expect(await reconcile(app.db)).toEqual([])
  await app.dispose()
})
/** A session does not outlive a clock that was moved by a day. */
const signIn = async () => {
  risk = await signInOperator(app, 'risk')
  admin = await signInOperator(app, 'admin')
}

const hour = 3_600_000
const reason = 'our customers asked for it'
const after = (ms: number) => new Date(app.now() + ms).toISOString()
/** Open at any time of the test. */
const always = { hours: { timeZone: 'UTC', sessions: [], holidays: null } } as const
const propose = (instrument: Instrument, from: string | null = null, who = risk) =>
  who.call('opsProposeInstrument', { instrument, from, reason })
const offer = (code: string, offered: boolean, from: string | null) =>
  risk.call('opsProposeOffer', { code, offered, from, reason })
const issuesOf = ({ code, result }: { code: number; result: unknown }) => [
  code,
  ...(result as { issues: { path: string; code: string; named?: string }[] }).issues.map((one) =>
    [one.path, one.code, one.named].filter((part) => part !== undefined).join(' '),
  ),
]
const state = async () => resultOf<Instruments>(await admin.call('opsInstruments'))
const markets = async () => resultOf<MarketItem[]>(await app.call('listMarketByType', { type: 1 }))
const info = async (code: string) => resultOf<MarketInfo>(await app.call('getMarketInfo', { id: code }))
const fields = { code: 'EURTRY', direction: 'buy', lots: '0.01', leverage: 10, protected: false }

test('I16.10: a market is refused at its field, and by the roles that do not decide about markets', async () => {
  expect(issuesOf(await propose(liraPair('EUR')))).toEqual([
    11001,
    'instrument.quoteCurrency no-conversion TRYUSD, USDTRY, TRYUSDT',
  ])
  expect(issuesOf(await propose(liraPair('USD', { code: 'usdtry' })))).toEqual([
    11001,
    'instrument.code letters-and-digits',
  ])
  expect((await propose(liraPair('USD'), null, await signInOperator(app, 'finance'))).code).toBe(11005)
  expect(issuesOf(await offer('NOPE', false, after(30 * hour)))).toEqual([11001, 'code unknown-market'])
  expect(issuesOf(await offer('EURUSD', false, after(23 * hour)))).toEqual([11001, 'from too-soon'])
  expect(issuesOf(await offer('EURUSD', true, null))).toEqual([11001, 'code offered'])
  const hours = { ...always.hours, timeZone: 'Nowhere/City' }
  expect(issuesOf(await risk.call('opsPreviewHours', { hours }))).toEqual([
    11001,
    'hours.timeZone unknown-zone',
  ])
  const sessions = [{ days: [1, 2, 3, 4, 5], from: '10:00', to: '18:00' }]
  const week = await risk.call('opsPreviewHours', { hours: { ...always.hours, sessions } })
  const { open } = resultOf<OpsResultOf<OpsCalls['opsPreviewHours']>>(week)
  expect(open.length).toBeGreaterThanOrEqual(5)
  expect(open.every(({ from }) => from.slice(11, 16) === '10:00')).toBe(true)
})

test('I16.10: two people add a market, and it is listed, priced, charted and traded without a restart', async () => {
  const lira = await propose(liraPair('USD', always))
  expect((await approveProposal(risk, lira)).code).toBe(11008)
  expect((await markets()).some(({ code }) => code === 'USDTRY')).toBe(false)
  expect((await approveProposal(admin, lira)).code).toBe(200)
  expect((await approveProposal(admin, await propose(liraPair('EUR', always)))).code).toBe(200)
  expect(issuesOf(await propose(liraPair('EUR', { ...always, contractSize: 10 })))).toEqual([
    11001,
    'instrument.contractSize fixed',
  ])
  expect(issuesOf(await propose(liraPair('EUR', always)))).toEqual([11001, 'instrument.name unchanged'])

  await expect.poll(async () => (await markets()).find(({ code }) => code === 'EURTRY')?.price).toBeTruthy()
  const found = resultOf<MarketItem[]>(await app.call('listMarketByType', { q: 'lira' }, { lang: 'de' }))
  expect(found.map(({ code, appName }) => [code, appName])).toEqual([
    ['USDTRY', 'US Dollar / Turkish Lira'],
    ['EURTRY', 'Euro / Türkische Lira'],
  ])
  expect(await info('fx-eurtry')).toMatchObject({
    code: 'EURTRY',
    quoteCurrency: 'TRY',
    tickSize: '0.0001',
    open: true,
  })
  expect((await fetch(`${app.url}/logos/EURTRY.svg`)).status).toBe(200)
  const candles = await app.call('getKValueByCodeAndDate', { code: 'EURTRY', interval: '1h' })
  expect(resultOf<unknown[]>(candles).length).toBeGreaterThan(100)

  const { token } = await app.signUp()
  let bought: { id?: string } = {}
  await expect
    .poll(async () => {
      const { code, result } = await app.call('buyContract', fields, { token })
      bought = result as typeof bought
      return code
    })
    .toBe(20004)
  expect((await app.call('closeContract', { id: bought.id }, { token })).code).toBe(200)
  // Another process reads the same list when it starts.
  expect((await listedMarkets(app.db.query, app.now())).slice(-2).map(({ code }) => code)).toEqual([
    'USDTRY',
    'EURTRY',
  ])
})

test('I16.10: the added markets are published under the installation’s signature, and a receipt is held against them', async () => {
  const { document } = resultOf<ResultOf<Calls['listInstruments']>>(await app.call('listInstruments'))
  const published = { instruments: async () => document.instruments.map(({ instrument }) => instrument) }
  expect(document.instruments.map(({ instrument }) => instrument.code)).toEqual(['USDTRY', 'EURTRY'])
  const stated = {
    code: 'EURTRY',
    type: 1,
    quoteCurrency: 'TRY',
    contractSize: '100000',
    maxQuoteAgeMs: 10_000,
  }
  const check = async (change: object) =>
    (await checkStatedMarkets([{ markets: [{ ...stated, ...change }] }], published)).findings
  expect(await check({})).toEqual([])
  expect(await check({ contractSize: '1000' })).toEqual(['the server publishes another rule set of EURTRY'])
  expect(await check({ code: 'GBPTRY' })).toEqual(['the server publishes no market GBPTRY'])
})

test('I16.10: a market keeps what it is, and gets another name and other symbols', async () => {
  const renamed = liraPair('EUR', { ...always, name: 'Euro / New Lira', symbols: { massive: 'EURTRY' } })
  expect((await approveProposal(admin, await propose(renamed))).code).toBe(200)
  await expect.poll(async () => (await info('EURTRY')).appName).toBe('Euro / New Lira')
  const { changes, instruments } = await state()
  expect(changes.map(({ code, kind }) => `${code} ${kind}`)).toEqual([
    'EURTRY changed',
    'EURTRY listed',
    'USDTRY listed',
  ])
  expect(instruments.find(({ code }) => code === 'EURTRY')?.symbols).toEqual({ massive: 'EURTRY' })
})

test('I16.10, T18: closing only is announced to everybody, opens nothing from its moment on, and is taken back by two people', async () => {
  const { token } = await app.signUp()
  const bought = resultOf<{ id: string }>(await app.call('buyContract', fields, { token }))
  expect((await approveProposal(admin, await offer('EURTRY', false, after(30 * hour)))).code).toBe(200)
  await expect.poll(async () => (await info('EURTRY')).closeOnlyFrom).toBeTruthy()
  const { items } = resultOf<{ items: { kind: string; facts: Record<string, string> }[] }>(
    await app.call('notifications', {}, { token }),
  )
  expect(items[0]).toMatchObject({ kind: 'tariff', facts: { about: 'closeOnly', names: 'EURTRY' } })
  expect((await app.call('buyContract', fields, { token })).code).toBe(20004)

  await app.moveClock(31 * hour)
  await signIn()
  await expect.poll(async () => (await info('EURTRY')).closeOnly).toBe(true)
  const refused = await app.call('buyContract', fields, { token })
  expect([refused.code, refused.result]).toEqual([10015, { reason: 'closeOnly' }])
  await expect
    .poll(async () => (await app.call('closeContract', { id: bought.id }, { token })).code)
    .toBe(200)
  expect((await state()).closeOnly).toEqual(['EURTRY'])
  // Another name says nothing about what is offered.
  const renamed = liraPair('EUR', { ...always, name: 'Euro / Lira' })
  expect((await approveProposal(admin, await propose(renamed))).code).toBe(200)
  await expect.poll(async () => (await info('EURTRY')).appName).toBe('Euro / Lira')
  expect((await info('EURTRY')).closeOnly).toBe(true)

  expect((await approveProposal(admin, await offer('EURTRY', true, null))).code).toBe(200)
  await expect.poll(async () => (await info('EURTRY')).closeOnly).toBe(false)
  await expect.poll(async () => (await app.call('buyContract', fields, { token })).code).toBe(20004)
})
