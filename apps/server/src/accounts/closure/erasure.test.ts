import { randomBytes, randomUUID } from 'node:crypto'
import type { CaseShown } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { customer as accountOf, ofHouse, transfer } from '../../ledger/test-accounts.ts'
import { fundsWithoutEngine } from '../../ledger/test-funds.ts'
import { checkChain } from '../../proofs/audit/audit-chain.ts'
import { countRowsOf, statedTables } from '../../testing/modules/test-customer-tables.ts'
import { type CallResponse, resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { chartWithText } from '../../testing/test-charts.ts'
import { verifyIdentity } from '../../testing/test-identity.ts'
import { listName } from '../../testing/test-names.ts'
import { proposeTreasury, signInOperator, type TestOperator } from '../../testing/test-operators.ts'
import { customerPasskeys } from '../sign-in/passkey-store.ts'
import { addTestPasskey } from '../test-passkey.ts'

let app: TestApp
let finance: TestOperator
let admin: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  finance = await signInOperator(app, 'finance')
  admin = await signInOperator(app, 'admin')
})
afterAll(() => app.dispose())

const day = 24 * 3_600_000
type Person = Awaited<ReturnType<TestApp['signUp']>>
const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'

/** Checks that a call was carried out, whichever code says so. */
const done = (response: CallResponse): CallResponse['result'] => {
  expect(response).toMatchObject({
    status: 200,
    code: expect.toSatisfy((code: number) => code === 200 || code >= 20_001),
  })
  return response.result
}
const approve = async (proposed: CallResponse) => {
  const { id } = done(proposed)
  const { shownHash } = done(await admin.call('opsProposal', { id }))
  done(await admin.call('opsApproveProposal', { id, shownHash }))
}
const move = async (id: string, kind: 'deposit' | 'withdrawal', minor: bigint) => {
  const [world, own] = [ofHouse('world', 'USDT'), accountOf(id, 'USDT')]
  const step = kind === 'deposit' ? transfer(kind, world, own, minor) : transfer(kind, own, world, minor)
  const ledger = createLedger(app.db, { now: () => app.now() })
  const promised = await fundsWithoutEngine(app.db, { now: () => app.now() }).reserve(id, 'real', minor)
  const [outcome] = await ledger.transaction((tx) =>
    ledger.postIn(tx, [
      {
        id: `erasure-test:${kind}:${id}`,
        reference: null,
        steps: [step],
        ...('granted' in promised && { reservation: promised.granted }),
      },
    ]),
  )
  expect(outcome?.ok).toBe(true)
}

/** Somebody who left words in every module that keeps any. */
async function leaveWords(person: Person): Promise<void> {
  const real = { token: person.token, mode: 'real' } as const
  await listName(app, 'Ада Окафор')
  await verifyIdentity(app, await signInOperator(app, 'reviewer'), person)
  done(await app.upload(person.token, 'avatar'))
  done(await app.call('sendSupport', { text: 'my name is Ana Muster' }, real))
  const key = { name: 'Ana Muster at home', scope: 'read', addresses: ['203.0.113.77'] }
  done(await app.call('makeApiKey', key, real))
  done(await app.call('addAddress', { network: 'ERC20', address: wallet, label: 'Muster family' }, real))
  const card = {
    bank: 'Muster Bank',
    branch: 'Lindenweg',
    accountName: 'Ana Muster',
    cardNumber: '4000056655665556',
  }
  const bound = done(await app.call('updateBankInfo', card, real))
  done(await app.call('updateBankInfo', { ...card, branch: 'Musterhausen' }, real))
  done(await app.call('removeBankInfo', { id: bound.id }, real))
  const correction = { customerId: person.id, asset: 'USDT', amount: '5', why: 'goodwill', reverses: null }
  await approve(await finance.call('opsAdjust', { ...correction, reason: 'asked for in a call' }))

  const terms = { amount: '500', days: 7 }
  const { agreementHash } = resultOf<{ agreementHash: string }>(await app.call('previewLoan', terms, real))
  const signature = done(await app.upload(person.token, 'signature')).fileId
  const loan = done(
    await app.call('loan', { ...terms, agreementHash, signature, signedName: 'Ana Muster' }, real),
  )
  const ref = { kind: 'loan', id: loan.id } as const
  done(await admin.call('opsClaim', ref))
  const { shownHash } = done(await admin.call('opsCase', ref))
  done(await admin.call('opsApprove', { ...ref, shownHash }))
  const paper = await fetch(`${app.url}/swx/customer/user/loan/${loan.id}/agreement`, {
    headers: { authorization: person.token, virtually: 'YES' },
  })
  expect((await paper.text()).slice(0, 200)).toMatch(/^%PDF/)
  done(await app.call('repayLoan', { id: loan.id }, real))

  await leaveChoices(person)
  done(await app.call('enterSavings', { coin: 'USDT', amount: '100' }, real))
  done(await app.call('exitSavings', { coin: 'USDT', amount: '100' }, real))
}

/** Ways to sign in, and choices: rows without which an account leaves nothing either. */
async function leaveChoices({ id, token }: Person): Promise<void> {
  const choice = { topic: 'orders', site: true, email: false, push: true }
  done(await app.call('saveNoticeChoices', { choices: [choice] }, { token }))
  const endpoint = 'https://updates.push.services.mozilla.com/wpush/v2/one'
  const keys = { p256dh: 'BPublicKeyOfTheBrowser_1', auth: 'secretOfTheBrowser_1' }
  done(await app.call('pushSubscription', { endpoint, keys, device: 'Phone of A. Muster' }, { token }))
  done(await app.call('addAlert', { code: 'BTCUSDT', price: '1', side: 'below' }, { token }))
  done(await app.call('watchlist', { code: 'BTCUSDT', on: true }, { token }))
  done(await app.call('saveWatchlist', { id: randomUUID(), name: 'Of A. Muster', codes: [] }, { token }))
  done(await app.call('saveChart', { code: 'BTCUSDT', chart: chartWithText('Muster was here') }, { token }))
  await app.db.query
    .insertInto('orders_tags')
    .values({ order_id: randomUUID(), tag: 'as Muster said', user_id: id, mode: 'demo' })
    .execute()
  await addTestPasskey(customerPasskeys(app.db), id)
  await app.db.query
    .insertInto('accounts_recovery_codes')
    .values({
      ...{ id: randomUUID(), user_id: id, code_hash: randomBytes(32) },
      ...{ made_at: new Date(app.now()), used_at: null },
    })
    .execute()
}

/** The names check keeps that there was a case, and nothing of the person; it can be cleared alone. */
async function nameCaseEnds(userId: string): Promise<void> {
  const { rows } = await app.db.pool.query<{ id: string }>(
    'SELECT id FROM screening_cases WHERE user_id = $1',
    [userId],
  )
  const reviewer = await signInOperator(app, 'reviewer')
  const ref = { kind: 'names', id: rows[0]?.id } as const
  done(await reviewer.call('opsClaim', ref))
  const shown = resultOf<CaseShown>(await reviewer.call('opsCase', ref))
  expect([shown.allowed, shown.sections.map(({ title }) => title)]).toEqual([['approve'], ['Erased']])
  done(await reviewer.call('opsApprove', { ...ref, shownHash: shown.shownHash, note: 'erased' }))
}

/** Every table where one of these words stands. */
async function tablesWith(words: readonly string[]): Promise<string[]> {
  const { rows } = await app.db.pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const any = words.map((word) => `%${word}%`)
    const hit = await app.db.pool.query(`SELECT 1 FROM ${name} t WHERE t::text ILIKE ANY ($1) LIMIT 1`, [any])
    if (hit.rowCount !== 0) found.push(name)
  }
  return found
}

/** Tables whose rows a module states as deleted have none, however many they had; the others keep theirs. */
async function rowsAreGone(userId: string, before: ReadonlyMap<string, number>): Promise<void> {
  const after = await countRowsOf(app.db, userId)
  const stated = await statedTables()
  const deleted = stated.flatMap(({ table, erased }) => (erased === 'rows' ? [table] : []))
  expect(deleted.filter((table) => (before.get(table) ?? 0) > 0)).toEqual(
    expect.arrayContaining([
      ...['accounts_api_keys', 'accounts_passkeys', 'accounts_recovery_codes', 'accounts_undoings'],
      ...['funding_payout_addresses', 'http_idempotency', 'markets_charts', 'markets_named_watchlists'],
      'markets_watchlist',
      ...['notifications_alerts', 'notifications_browsers', 'notifications_choices', 'orders_tags'],
      'outbox_letters',
    ]),
  )
  expect(deleted.filter((table) => after.get(table) !== 0)).toEqual([])
  // Records of equity become fewer with age.
  const others = stated.filter(({ table, erased }) => erased !== 'rows' && table !== 'orders_equity')
  expect(others.filter(({ table }) => (after.get(table) ?? 0) < (before.get(table) ?? 0))).toEqual([])
}

test('T20: none of a customer’s words is in any table after the erasure, and the ledger is unchanged', async () => {
  const offer = { coin: 'USDT', taking: true, minAmount: '10', dailyRate: '0.0001', reason: 'as decided' }
  await approve(await finance.call('opsProposeSavings', offer))
  await approve(await proposeTreasury(finance, { place: 'savings-reserve', amount: '1000' }))
  const person = await app.signUp('musteranna')
  await move(person.id, 'deposit', 700_000_000n)
  await leaveWords(person)
  const words = [person.userName, person.email, 'Muster', 'Okafor', 'Lindenweg', wallet, '203.0.113.77']
  expect(await tablesWith(words)).toEqual([
    'accounts_api_keys',
    'accounts_undo_links',
    'accounts_users',
    'funding_bank_cards',
    'funding_payout_addresses',
    'http_idempotency',
    'loans',
    'markets_charts',
    'markets_named_watchlists',
    'notifications_browsers',
    'operators_proposals',
    'orders_tags',
    'outbox_letters',
    'support_messages',
  ])
  const before = await countRowsOf(app.db, person.id)
  const { rows } = await app.db.pool.query<{ left: bigint }>(
    `SELECT balance AS left FROM ledger_accounts WHERE owner = $1 AND asset = 'USDT' AND class = 'customer'`,
    [person.id],
  )
  await move(person.id, 'withdrawal', rows[0]?.left ?? 0n)

  done(await app.call('sendCode', { email: person.email, purpose: 'security' }))
  const code = app.messages(person.email).findLast((message) => message.code !== undefined)?.code
  done(await app.call('closeAccount', { password: person.password, code }, { token: person.token }))
  await app.moveClock(7 * day + 60_000)
  const last = () => app.messages(person.email).at(-1)
  await expect.poll(() => last()?.kind).toBe('closingErased')
  expect(last()?.text).toContain(person.userName)
  await expect.poll(() => tablesWith(words)).toEqual([])
  await rowsAreGone(person.id, before)

  const remaining = await app.db.pool.query(
    `SELECT signed_name, status, (SELECT count(*)::int FROM loan_papers p WHERE p.loan_id = l.id) AS papers,
            (SELECT count(*)::int FROM loan_payments p WHERE p.loan_id = l.id) AS payments FROM loans l WHERE user_id = $1`,
    [person.id],
  )
  expect(remaining.rows).toEqual([{ signed_name: '(erased)', status: 'repaid', papers: 0, payments: 1 }])
  await nameCaseEnds(person.id)
  expect(await reconcile(app.db)).toEqual([])
  expect((await checkChain(app.db)).findings).toEqual([])
})

test('T20: none of these words can be overwritten or removed while the account exists', async () => {
  // A week has passed: who was signed in is not any more.
  finance = await signInOperator(app, 'finance')
  admin = await signInOperator(app, 'admin')
  const person = await app.signUp()
  const real = { token: person.token, mode: 'real' } as const
  const card = { bank: 'A bank', branch: 'A branch', accountName: 'Somebody', cardNumber: '4000056655665556' }
  done(await app.call('updateBankInfo', card, real))
  await expect(
    app.db.pool.query(
      `UPDATE funding_bank_cards SET bank = '(erased)', branch = '(erased)', account_name = '(erased)', number_ending = '····' WHERE user_id = $1`,
      [person.id],
    ),
  ).rejects.toThrow('never changed')
  const correction = { customerId: person.id, asset: 'USDT', amount: '5', why: 'goodwill', reverses: null }
  await approve(await finance.call('opsAdjust', { ...correction, reason: 'asked for in a call' }))
  await expect(
    app.db.pool.query(`UPDATE operators_proposals SET summary = 'nothing' WHERE payload ->> 'userId' = $1`, [
      person.id,
    ]),
  ).rejects.toThrow('never rewritten')
  // The erased customer's loan: its name is gone, and nothing else of it changes either.
  await expect(app.db.pool.query(`UPDATE loans SET amount = amount + 1`)).rejects.toThrow('loans')
  await expect(app.db.pool.query(`UPDATE loans SET signed_name = 'Somebody'`)).rejects.toThrow(
    'what was agreed',
  )
})
