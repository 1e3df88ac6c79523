import { randomBytes, randomUUID } from 'node:crypto'
import type { CallName } from '@candor/contract'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allModules } from '../testing/modules/all-modules.ts'
import { countRowsOf, customerColumns, statedTables } from '../testing/modules/test-customer-tables.ts'
import { resultOf, startTestApp, type TestApp } from '../testing/test-app.ts'
import { chartWithText } from '../testing/test-charts.ts'
import { signInOperator } from '../testing/test-operators.ts'
import { type Belongings, fundHouse, ownerOfEverything } from './authorisation/customers-cast.ts'

let app: TestApp
let person: Awaited<ReturnType<TestApp['signUp']>>
let owns: Belongings
let apiKey: string
let archive: ReadonlyMap<string, Uint8Array>
const browser = {
  endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/of-a-browser',
  keys: { p256dh: 'BPublicKeyOfTheBrowser_1', auth: 'secretOfTheBrowser_1' },
  device: 'Firefox at home',
}

beforeAll(async () => {
  app = await startTestApp()
  const finance = await signInOperator(app, 'finance')
  await fundHouse(finance, await signInOperator(app, 'admin'))
  ;({ person, owns } = await ownerOfEverything(app, await signInOperator(app, 'reviewer'), { lent: true }))
  const key = { name: 'my bot', scope: 'trade', addresses: ['203.0.113.77'], password: person.password }
  apiKey = (await done<{ key: string }>('makeApiKey', key)).key
  const { due } = await done<{ due: { id: string; language: string; version: number }[] }>('consents', {})
  await done('giveConsent', { accepted: due.map(({ id, language, version }) => ({ id, language, version })) })
  await done('saveNoticeChoices', { choices: [{ topic: 'orders', site: true, email: true, push: false }] })
  await done('pushSubscription', browser)
  await done('watchlist', { code: 'BTCUSDT', on: true })
  await done('saveWatchlist', { id: randomUUID(), name: 'Mine', codes: ['BTCUSDT'] })
  await done('saveChart', { code: 'BTCUSDT', chart: chartWithText('my note') })
  const tagged = { id: owns.position, tags: ['my strategy'] }
  expect((await app.call('tagOrder', tagged, { token: person.token })).code).toBe(200)
  await app.db.query
    .insertInto('accounts_recovery_codes')
    .values({
      ...{ id: randomUUID(), user_id: person.id, code_hash: randomBytes(32) },
      ...{ made_at: new Date(app.now()), used_at: null },
    })
    .execute()
  archive = await exported()
})
afterAll(() => app.dispose())

async function done<T>(name: CallName, input: object): Promise<T> {
  const response = await app.call(name, input, { token: person.token, mode: 'real' })
  expect(response).toMatchObject({
    status: 200,
    code: expect.toSatisfy((code) => code === 200 || code > 20_000),
  })
  return resultOf<T>(response)
}

/** A file as the customer's browser gets it, in the real account. */
async function download(path: string): Promise<Response> {
  const headers = { authorization: person.token, virtually: 'YES', lang: 'en' }
  return fetch(`${app.url}/swx/customer/user/${path}`, { headers })
}

async function exported(): Promise<ReadonlyMap<string, Uint8Array>> {
  const response = await download('export')
  expect(response.headers.get('content-type')).toBe('application/zip')
  return new Map(Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer()))))
}

const json = (path: string) => JSON.parse(strFromU8(archive.get(path) ?? new Uint8Array()) || 'null')

test('I13.3: an export holds consents, passkeys, API keys, notice choices and artworks as the customer is shown them', async () => {
  const consent = { language: 'en', version: expect.any(Number), at: expect.any(String) }
  expect(json('person/consents.json')).toMatchObject({
    due: [],
    given: expect.arrayContaining([
      { id: 'terms', ...consent },
      { id: 'privacy', ...consent },
    ]),
  })
  const times = { createdAt: expect.any(String), lastUsedAt: null }
  expect(json('person/listPasskeys.json')).toEqual([{ id: owns.passkey, name: 'a phone', ...times }])
  expect(json('person/recoveryCodes.json')).toEqual({ left: 1, madeAt: expect.any(String) })
  const [bot, program] = json('person/listApiKeys.json')
  const shown = { id: expect.any(String), start: apiKey.slice(0, 13), addresses: ['203.0.113.77'], ...times }
  expect(bot).toEqual({ name: 'my bot', scope: 'trade', ...shown })
  expect(program).toMatchObject({ id: owns.apiKey, name: 'a program', scope: 'read' })
  const { choices, browsers } = json('person/noticeChoices.json')
  expect(choices).toContainEqual({ topic: 'orders', site: true, email: true, push: false })
  expect(browsers).toEqual([
    {
      id: expect.any(String),
      device: browser.device,
      endpoint: browser.endpoint,
      createdAt: expect.any(String),
    },
  ])
  expect(json('person/closing.json')).toMatchObject({ asked: null })
  expect(json('real/listMyNft.json')).toMatchObject([{ id: owns.artwork }])
  expect(archive.get(`real/receipts/${owns.artwork}.json`)).toBeDefined()
})

test('I13.3: an export holds the agreement of each loan and the certificate of each artwork, as their own calls return them', async () => {
  const documents = [...archive].filter(([path]) => path.startsWith('real/documents/'))
  expect(documents.map(([path]) => path)).toEqual([
    expect.stringMatching(/\/loan-[\w-]+\.pdf$/),
    expect.stringMatching(/\/certificate-[\w-]+\.pdf$/),
  ])
  const own = await Promise.all([
    download(`loan/${owns.loan}/agreement`),
    download(`nftCertificate/${owns.artwork}`),
  ])
  for (const [at, response] of own.entries())
    expect(Buffer.from(await response.arrayBuffer()).equals(documents[at]?.[1] ?? Buffer.alloc(0))).toBe(true)
})

test('I15.10i: an export holds the tags of orders', () => {
  const [orders] = [...archive].filter(([path]) => /^demo\/.*listContractOrder\.json$/.test(path))
  expect(strFromU8(orders?.[1] ?? new Uint8Array())).toContain('my strategy')
})

test('I13.3: each table with rows about the customer is in the export by the calls that its module states', async () => {
  const counts = await countRowsOf(app.db, person.id)
  const documents = (await allModules()).flatMap(({ module }) =>
    (module.export ?? []).map(({ document }) => document),
  )
  const isEmpty = (content: Uint8Array) => ['null\n', '[]\n'].includes(strFromU8(content.slice(0, 8)))
  const filled = [...archive].flatMap(([path, content]) => (isEmpty(content) ? [] : [path]))
  const absent = (await statedTables()).flatMap(({ table, exported: stated }) => {
    if ('instead' in stated || counts.get(table) === 0) return []
    const lists = stated.filter((call) => !documents.includes(call))
    return lists.some((call) => filled.some((path) => path.endsWith(`/${call}.json`))) ? [] : [table]
  })
  expect(absent).toEqual([])
  const filledTables = [...counts].flatMap(([table, count]) => (count === 0 ? [] : [table]))
  expect(filledTables).toEqual(
    expect.arrayContaining([
      ...['accounts_api_keys', 'accounts_consents', 'accounts_passkeys', 'accounts_recovery_codes', 'loans'],
      ...['markets_charts', 'markets_named_watchlists', 'markets_watchlist', 'nft_works'],
      ...['notifications_browsers', 'notifications_choices', 'orders_tags'],
    ]),
  )
})

/** Every value of bytes in the customer's rows: hashes, public keys, sealed keys. */
async function bytesOf(userId: string): Promise<readonly Buffer[]> {
  const found: Buffer[] = []
  for (const [table, columns] of await customerColumns(app.db)) {
    const named = columns.map((column) => `${column}::text = $1`).join(' OR ')
    const { rows } = await app.db.pool.query(`SELECT * FROM ${table} WHERE ${named}`, [userId])
    found.push(...rows.flatMap((row) => Object.values(row).filter((value) => Buffer.isBuffer(value))))
  }
  return found
}

test('I13.3: an export holds no secret: no key, hash or password of any table', async () => {
  const { rows } = await app.db.pool.query<{ password_hash: string }>(
    'SELECT password_hash FROM accounts_users WHERE id = $1',
    [person.id],
  )
  const bytes = await bytesOf(person.id)
  // Of the sessions, API keys, recovery codes and passkeys at least, and the person's own key.
  expect(bytes.length).toBeGreaterThan(8)
  const encoded = bytes.flatMap((one) =>
    (['hex', 'base64', 'base64url'] as const).map((encoding) => one.toString(encoding)),
  )
  const secrets = [...encoded, apiKey, person.password, person.token, rows[0]?.password_hash ?? '']
  secrets.push(browser.keys.p256dh, browser.keys.auth)
  expect(secrets.filter((secret) => secret.length < 12)).toEqual([])
  const texts = [...archive].filter(([path]) => /\.(json|csv|txt)$/.test(path))
  for (const [path, content] of texts) {
    const text = strFromU8(content)
    expect([path, secrets.filter((secret) => text.includes(secret))]).toEqual([path, []])
  }
})

test('I13.3: the README of an export names each of its new parts', () => {
  const readme = strFromU8(archive.get('README.txt') ?? new Uint8Array())
  for (const part of ['consents', 'passkeys', 'API keys', 'real/documents', 'certificate of every artwork'])
    expect(readme).toContain(part)
})
