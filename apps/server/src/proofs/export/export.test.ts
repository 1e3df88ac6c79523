import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { customer as accountOf, ofHouse, transfer } from '../../ledger/test-accounts.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { openReceiptSigner } from '../receipts/receipt-keys.ts'
import { verifyReceipt } from '../receipts/verify-receipt.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

async function exportOf(token: string) {
  const headers = { authorization: token, virtually: 'NO' }
  const response = await fetch(`${app.url}/swx/customer/user/export`, { headers })
  if (response.headers.get('content-type') !== 'application/zip') return { response, files: null }
  const packed = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const files = new Map(Object.entries(packed).map(([path, bytes]) => [path, strFromU8(bytes)]))
  return { response, files }
}

const units = (text: string): bigint => {
  const [whole = '0', decimals = ''] = text.replace('-', '').split('.')
  const minor = BigInt(whole) * 1_000_000n + BigInt(decimals.padEnd(6, '0'))
  return text.startsWith('-') ? -minor : minor
}

const inBoth = [
  'accountWorth',
  'equityHistory',
  'getUserInfo',
  'listContractOrder',
  'listOptionsOrder',
  'listSavings',
  'performance',
  'statement',
  'statementTotals',
  'worthHistory',
]
const inReal = [
  'listConvert',
  'listLoanRecord',
  'listMyNft',
  'listRecharge',
  'listSmartOrder',
  'listWithdrwal',
]
/** Files of the person, of the demo account and of the real one. */
const parts = [
  [
    ...['closing', 'consents', 'getIdentification', 'inviteCommissions', 'invites', 'limits', 'listAddress'],
    ...['listAlert', 'listApiKeys', 'listBankInfo', 'listCharts', 'listPasskeys', 'listSupport'],
    ...['listWatchlist', 'listWatchlists'],
    ...['noticeChoices', 'notifications', 'recoveryCodes', 'sessions', 'settings', 'understanding'],
  ],
  inBoth,
  [...inBoth, ...inReal].toSorted(),
]

test('T20: one zip holds everything, its totals add up again, and each receipt in it is genuine', async () => {
  const { token, id } = await app.signUp()
  const outcome = await createLedger(app.db, { now: () => app.now() }).post({
    id: `export-test:${id}`,
    reference: null,
    steps: [transfer('deposit', ofHouse('world', 'USDT'), accountOf(id, 'USDT'), 800_000_000n)],
  })
  expect(outcome.ok).toBe(true)
  const plan = { productId: 'harbour', days: 30, amount: '200' }
  expect((await app.call('buySmart', plan, { token, mode: 'real' })).code).toBe(20004)
  const buy = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }
  await expect.poll(async () => (await app.call('buyContract', buy, { token })).code).toBe(20004)
  const [order] = (await app.call('listContractOrder', {}, { token })).result.items
  await app.call('closeContract', { id: order?.id }, { token })

  expect((await app.upload(token, 'avatar')).code).toBe(200)
  await app.call('sendSupport', { text: 'where is my receipt?' }, { token })

  const { files, response } = await exportOf(token)
  expect(response.headers.get('content-disposition')).toMatch(/candor-export-\d{4}-\d\d-\d\d\.zip/)
  if (files === null) throw new Error('a zip was expected')
  const json = (path: string) => JSON.parse(files.get(path) ?? 'null')
  for (const mode of ['real', 'demo']) {
    const lines: { asset: string; amount: string }[] = json(`${mode}/statement.json`)
    const totals: { asset: string; closing: string }[] = json(`${mode}/statementTotals.json`)
    const { balances } = json(`${mode}/getUserInfo.json`)
    for (const { asset, closing } of totals.filter((one) => one.asset === 'USDT')) {
      const sum = lines
        .filter((one) => one.asset === asset)
        .reduce((all, { amount }) => all + units(amount), 0n)
      expect([mode, sum]).toEqual([mode, units(closing)])
      const own = balances.find((one: { asset: string }) => one.asset === asset)
      expect(units(own.available) + units(own.held)).toBe(sum)
    }
    expect(files.get(`${mode}/statement.csv`)?.trim().split('\r\n')).toHaveLength(lines.length + 1)
  }
  const jsonIn = (folder: string) =>
    [...files.keys()].flatMap((path) => new RegExp(`^${folder}/(\\w+)\\.json$`).exec(path)?.[1] ?? [])
  expect([jsonIn('person'), jsonIn('demo'), jsonIn('real')].map((names) => names.toSorted())).toEqual(parts)
  expect(json('real/listSmartOrder.json')).toHaveLength(1)
  const { keySet } = openReceiptSigner(app.dataDir)
  const receipts = [...files.keys()].filter((path) => path.includes('/receipts/'))
  expect(receipts).toHaveLength(2)
  // Its keys, and since when its receipts prove: these are of later.
  const keys = json('keys.json')
  expect(keys).toMatchObject({ keys: keySet.keys, proves: { document: { kind: 'receiptsProve' } } })
  for (const path of receipts)
    expect(verifyReceipt(json(path), keys)).toMatchObject({ signed: true, findings: [] })
  const pictures = [...files.keys()].filter((path) => path.startsWith('person/pictures/'))
  expect(pictures).toEqual([expect.stringMatching(/^person\/pictures\/avatar-.*\.jpg$/)])
  expect(json('person/listSupport.json')).toMatchObject([{ by: 'customer', text: 'where is my receipt?' }])
  expect(json('person/inviteCommissions.json')).toEqual([])
  expect(files.get('README.txt')).toContain('Everything')
})

test('T20: an export holds nothing of anybody else, and can be asked for again after ten minutes', async () => {
  const [ana, ben] = [await app.signUp(), await app.signUp()]
  const { files } = await exportOf(ana.token)
  if (files === null) throw new Error('a zip was expected')
  const all = [...files.values()].join('\n')
  expect(all).toContain(ana.email)
  for (const text of [ben.email, ben.userName, ben.id]) expect(all).not.toContain(text)
  expect((await exportOf(ana.token)).response.status).toBe(429)
  await app.moveClock(600_000)
  await app.call('proveIdentity', { password: ana.password }, { token: ana.token })
  expect((await exportOf(ana.token)).files).not.toBeNull()
})

test('I12.6: of two exports asked for at once one is given, whole and with its length; the other is told when to come again', async () => {
  const { token, email } = await app.signUp()
  const responses = await Promise.all([exportOf(token), exportOf(token)])
  const [given] = responses.filter(({ files }) => files !== null)
  const [refused] = responses.filter(({ files }) => files === null)
  expect(Number(given?.response.headers.get('content-length'))).toBeGreaterThan(1_000)
  expect(refused?.response.status).toBe(429)
  expect(Number(refused?.response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(readdirSync(join(app.dataDir, 'exports'))).toEqual([])
  await expect.poll(() => app.messages(email).filter(({ kind }) => kind === 'accountChange')).toHaveLength(1)
})

test('I12.6: an export that another process gave while this one was made counts: nothing is sent', async () => {
  const { token, id } = await app.signUp()
  const other = await app.db.pool.connect()
  const lock = async () => {
    await other.query('BEGIN')
    await other.query('SELECT FROM accounts_users WHERE id = $1 FOR UPDATE', [id])
  }
  await lock()
  const pendingExport = exportOf(token)
  const waiting = async () => {
    const { rowCount } = await app.db.pool.query(
      `SELECT FROM pg_locks JOIN pg_stat_activity a USING (pid) WHERE NOT granted AND a.datname = current_database()`,
    )
    return rowCount
  }
  await expect.poll(waiting).toBe(1)
  await other.query(
    `INSERT INTO accounts_undoings (id, user_id, change, created_at, expires_at)
     VALUES (gen_random_uuid(), $1, 'export', $2, $2)`,
    [id, new Date(app.now())],
  )
  await other.query('COMMIT')
  expect((await pendingExport).response.status).toBe(429)
  // The next one is refused before anything is made of it.
  await lock()
  expect((await exportOf(token)).response.status).toBe(429)
  await other.query('COMMIT')
  other.release()
})
