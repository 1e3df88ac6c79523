import { randomUUID } from 'node:crypto'
import { type CallName, calls } from '@candor/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { opsRouteTable } from '../../../back-office/operators/register-ops.ts'
import { statementsAbout, statementsOf } from '../../../testing/count-statements.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { fillPath, queryOf } from '../request-path.ts'
import { routeTable } from '../route-table.ts'
import type { VisitorCallName } from './cache-policies.ts'

let app: TestApp
beforeAll(async () => {
  // Without jobs, whose statements are none of these requests'.
  app = await startTestApp({ roles: ['api', 'live', 'feeds', 'engine'], trustProxy: '127.0.0.1' })
})
afterAll(() => app.dispose())

const nowhere = '0198f6a0-0000-7000-8000-000000000000'
const bitcoin = { code: 'BTCUSDT' }

/** Something that each of them answers; a read that is added has to be asked here too. */
const inputs: Readonly<Partial<Record<VisitorCallName, Readonly<Record<string, unknown>>>>> = {
  signInWays: {},
  termsInForce: {},
  listContents: { language: 'en', type: 1 },
  getContentsById: { id: 'licence' },
  searchContents: { q: 'withdrawal' },
  newsAndCalendar: {},
  listMarketByType: {},
  getMarketInfo: { id: 'BTCUSDT' },
  getParamByKey: { key: 'marginCloseOut' },
  vipTiers: {},
  listLoanProducts: {},
  getKValueByCodeAndDate: { ...bitcoin, interval: '1h' },
  getCandleOrigins: { ...bitcoin, interval: '1h' },
  tariffs: {},
  statistics: {},
  quoteRanges: { ...bitcoin, span: 'hour', from: 0, to: 3_600_000 },
  minuteQuotes: { ...bitcoin, at: 60_000 },
  status: {},
  serviceRecord: {},
  liabilities: { date: 'latest' },
  execution: { date: 'latest' },
  executionFills: { date: '2026-11-29' },
  publicReceipt: { id: nowhere },
  listInstruments: {},
  offered: {},
  listSmartProducts: {},
  listNft: {},
  getNftById: { id: nowhere },
  charityLedger: {},
}

const urlOf = (name: CallName) => {
  const { path, rest } = fillPath(calls[name].path, inputs[name as VisitorCallName] ?? {})
  return `${path}?${queryOf(rest)}`
}
const pages = [
  '/.well-known/candor-heads.json',
  '/.well-known/candor-keys.json',
  `/art/${nowhere}.jpg`,
  '/logos/BTCUSDT.svg',
  '/udf/config',
  '/udf/history?symbol=BTCUSDT&resolution=60&from=0&to=4000000000',
  '/udf/marks?symbol=BTCUSDT&resolution=60&from=0&to=4000000000',
  '/udf/quotes?symbols=BTCUSDT',
  '/udf/search?query=usd',
  '/udf/symbols?symbol=BTCUSDT',
  '/readyz',
  '/',
  '/console',
]

const atOnce = 100
/** An answer is made again when it is too old, and prices are written meanwhile: far fewer than one a request. */
const mostOfOneStatement = 50

test('I12.2: every public call declares its cache policy, and each read is checked here', () => {
  const visitors = routeTable.filter(({ access }) => access === 'visitor')
  expect(visitors.filter(({ cachePolicy }) => cachePolicy === null)).toEqual([])
  expect(
    routeTable.filter(({ access, cachePolicy }) => access === 'customer' && cachePolicy !== null),
  ).toEqual([])
  const reads = visitors.filter(({ method }) => method === 'GET').map(({ name }) => name)
  // Counted by a budget of its own, with a test of its own (limits-over-http.test.ts).
  expect(reads.filter((name) => !Object.hasOwn(inputs, name))).toEqual(['checkUserNameOrPhone'])
  // Answered from the settings of this start, without the database.
  const opsReads = opsRouteTable.filter(({ method, roles }) => method === 'GET' && roles === 'visitor')
  expect(opsReads.map(({ name }) => name)).toEqual(['opsSignInWays'])
})

const urls = [...Object.keys(inputs).map((name) => urlOf(name as CallName)), ...pages]

test.each(urls)('I12.2: 100 at once of %s make few statements', async (url) => {
  const counts = await statementsOf(() =>
    Promise.all(Array.from({ length: atOnce }, () => app.request('GET', url, null))),
  )
  const often = [...counts].filter(([, count]) => count > mostOfOneStatement)
  expect(often).toEqual([])
})

test('I12.2: different searches at once read no more than one does', async () => {
  await app.call('searchContents', { q: 'fee' })
  const words = Array.from({ length: atOnce }, (_, at) => `order ${at}`)
  const counts = await statementsOf(() => Promise.all(words.map((q) => app.call('searchContents', { q }))))
  expect([...counts].filter(([, count]) => count > mostOfOneStatement)).toEqual([])
})

test('I12.2: a cached response has an ETag, and clients that have it get 304', async () => {
  const first = await app.call('statistics')
  const etag = first.headers.get('etag') ?? ''
  expect([first.code, etag.startsWith('W/"')]).toEqual([200, true])
  expect(first.headers.get('vary')).toBe('lang, accept-encoding')
  const again = await fetch(`${app.url}${urlOf('statistics')}`, { headers: { 'if-none-match': etag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('I12.1: a visitor’s calls that wait for one another leave the connections to everyone else', async () => {
  const { userName, password, token } = await app.signUp()
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const guess = () => app.call('login', { account: userName, password: 'a wrong guess' }, from('203.0.113.9'))
  await guess()
  // Every attempt of one network waits for its count, and each that waits holds a connection.
  const held = await app.db.pool.connect()
  onTestFinished(() => held.release())
  await held.query('BEGIN')
  await held.query('SELECT FROM limits_attempts FOR UPDATE')
  const flood = Promise.all(Array.from({ length: 100 }, guess))
  const email = 'somebody@candor.example'
  const others = Promise.all([
    app.call('sendCode', { email, purpose: 'register' }, from('203.0.113.10')),
    app.call('getUserInfo', {}, { token }),
  ])
  const first = await Promise.race([others, flood])
  expect(first.map(({ code }) => code)).toEqual([200, 200])
  await held.query('COMMIT')
  const statuses = new Set((await flood).map(({ status }) => status))
  expect(statuses.has(500)).toBe(false)
  expect((await app.call('login', { account: userName, password }, from('203.0.113.11'))).code).not.toBe(
    11000,
  )
})

test('I12.1: pictures of works that nobody has yet are read in the visitors’ line', async () => {
  const { token } = await app.signUp()
  const held = new pg.Client({ connectionString: app.config.databaseUrl ?? '' })
  await held.connect()
  onTestFinished(() => held.end())
  await held.query('BEGIN')
  await held.query('LOCK TABLE nft_pictures')
  const look = (n: number) =>
    app.request('GET', `/art/${randomUUID()}.jpg`, null, { 'x-forwarded-for': `203.0.113.${20 + (n % 25)}` })
  const flood = Promise.all(Array.from({ length: 100 }, (_, n) => look(n)))
  const other = app.call('getUserInfo', {}, { token })
  expect(await Promise.race([flood.then(() => 'the flood'), other.then(({ code }) => code)])).toBe(200)
  await held.query('ROLLBACK')
  expect(new Set((await flood).map(({ status }) => status))).toEqual(new Set([404]))
})

test('I12.1: a flood from many networks of one range takes nobody’s place in the visitors’ line', async () => {
  const { userName } = await app.signUp()
  const guess = (from: string) =>
    app.call(
      'login',
      { account: userName, password: 'a wrong guess' },
      { headers: { 'x-forwarded-for': from } },
    )
  const network = (n: number) => `2001:db8:7:${n.toString(16)}::1`
  await guess(network(0))
  const held = await app.db.pool.connect()
  onTestFinished(() => held.release())
  await held.query('BEGIN')
  await held.query('SELECT FROM limits_attempts FOR UPDATE')
  // 22 networks with as many as one may have fill the line.
  const flood = Array.from({ length: 1_100 }, (_, n) => guess(network(n % 22)))
  const first = await Promise.race(flood)
  expect(first.status).toBe(429)
  const sendCode = (from: string, email: string) =>
    app.call('sendCode', { email, purpose: 'register' }, { headers: { 'x-forwarded-for': from } })
  expect((await sendCode('203.0.113.12', 'one@candor.example')).code).toBe(200)
  const neighbour = sendCode(network(99), 'two@candor.example')
  await held.query('COMMIT')
  expect((await neighbour).code).toBe(200)
  await Promise.all(flood)
})

test('I12.2: the list of markets is built once a tick for all callers, however they write the same question', async () => {
  const spellings = ['usd', ' usd', 'USD ', 'uSd', '  Usd  ']
  const beganAt = performance.now()
  const bodies = new Map<string, Set<string>>()
  for (let at = 0; at < 200; at += 1)
    for (const input of [{}, { q: spellings[at % spellings.length] }]) {
      const question = 'q' in input ? 'usd' : ''
      const { text, code } = await app.call('listMarketByType', input)
      expect(code).toBe(200)
      // The age of each quote tells two lists apart.
      bodies.set(question, (bodies.get(question) ?? new Set()).add(text))
    }
  const ticks = Math.ceil((performance.now() - beganAt) / 200)
  for (const [question, { size }] of bodies) expect([question, size <= ticks + 1]).toEqual([question, true])
})

test('I12.2: candles of ranges that end at the same candle are read once a second, however they are asked for', async () => {
  const beganAt = performance.now()
  const lastMinute = Math.floor(app.now() / 60_000) * 60_000 - 60_000
  const counts = await statementsOf(async () => {
    for (let at = 1; at <= atOnce; at += 1) {
      const from = lastMinute - 500 * 60_000 - at * 61_000
      await app.call('getKValueByCodeAndDate', { ...bitcoin, from, to: lastMinute + at, limit: at })
      await app.call('getKValueByCodeAndDate', { ...bitcoin, from, to: lastMinute + at * 1e8 })
    }
  })
  const seconds = Math.ceil((performance.now() - beganAt) / 1_000)
  // The candles that form are written meanwhile.
  expect(statementsAbout(counts, 'FROM markets_candles')).toBeLessThanOrEqual(2 * (seconds + 1))
})
