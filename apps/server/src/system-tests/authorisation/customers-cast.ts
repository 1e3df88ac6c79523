import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CallName } from '@candor/contract'
import { placeFreeze } from '../../accounts/freezes/freezes.ts'
import { customerPasskeys } from '../../accounts/sign-in/passkey-store.ts'
import { addTestPasskey } from '../../accounts/test-passkey.ts'
import { insertAddress } from '../../funding/withdrawals/payout-addresses.ts'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { customer as accountOf, ofHouse, transfer } from '../../ledger/test-accounts.ts'
import { keepNotice } from '../../notifications/notices-store.ts'
import { type CallResponse, resultOf, type TestApp } from '../../testing/test-client.ts'
import { verifyIdentity } from '../../testing/test-identity.ts'
import { approveProposal, proposeTreasury, type TestOperator } from '../../testing/test-operators.ts'

type Person = Awaited<ReturnType<TestApp['signUp']>>

/** Things a customer owns that a call can name; several of a kind where a call uses one up. */
export const things = [
  'session',
  'passkey',
  'position',
  'positionToClose',
  'positionToReverse',
  'order',
  'option',
  'plan',
  'loan',
  'artwork',
  'notice',
  'alert',
  'watchlist',
  'message',
  'card',
  'cardToRemove',
  'cardToPay',
  'address',
  'addressToRemove',
  'withdrawal',
  'apiKey',
  'sentPicture',
  'supportPicture',
  'proofPicture',
  'signaturePicture',
  'identityPicture',
] as const
export type Thing = (typeof things)[number]
export type Belongings = Readonly<Record<Thing, string>>

export interface CustomerActor {
  readonly person: Person
  /** Headers that identify the caller of a request. */
  readonly headers: Readonly<Record<string, string>>
  readonly owns: Belongings
}

/** About twenty seconds. */
const mostTries = 400
const buy = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }
const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'

/** A customer who owns one of each kind of record. */
export async function ownerOfEverything(
  app: TestApp,
  reviewer: TestOperator,
  { lent }: { readonly lent: boolean },
): Promise<{ person: Person; owns: Belongings }> {
  const person = await app.signUp()
  await fund(app, person.id)
  await verifyIdentity(app, reviewer, person)
  const call = (name: CallName, input: object, mode: 'demo' | 'real' = 'real') =>
    app.call(name, input, { token: person.token, mode })
  const owns = {
    ...(await traded(call)),
    ...(await paidOut(app, person, call)),
    ...(await pictures(app, person, call)),
    ...(await written(app, person)),
    ...(await bought(app, person, call)),
    ...(await makeBelongings(app, person, call)),
  }
  if (lent) await lend(reviewer, owns.loan)
  return { person, owns }
}

async function lend(reviewer: TestOperator, id: string): Promise<void> {
  const ref = { kind: 'loan', id } as const
  await reviewer.call('opsClaim', ref)
  const { shownHash } = (await reviewer.call('opsCase', ref)).result
  const response = await reviewer.call('opsApprove', { ...ref, shownHash })
  if (response.code !== 200) throw new Error(`the loan was not approved: ${response.text}`)
}

type Call = (name: CallName, input: object, mode?: 'demo' | 'real') => Promise<CallResponse>

function idIn(response: CallResponse): string {
  const { id } = resultOf<{ id?: string } | null>(response) ?? {}
  if (id === undefined) throw new Error(`no row was made: ${response.text}`)
  return id
}

/** Pays in what a customer needs for everything. */
export async function fund(app: TestApp, owner: string): Promise<void> {
  const outcome = await createLedger(app.db, { now: () => app.now() }).post({
    id: `matrix:${owner}`,
    reference: null,
    steps: [transfer('deposit', ofHouse('world', 'USDT'), accountOf(owner, 'USDT'), 50_000_000_000n)],
  })
  if (!outcome.ok) throw new Error('the customer was not funded')
}

async function traded(call: Call) {
  const placed = async (input: object) => {
    // A market of the sandbox has its first price a moment after the start.
    for (let tries = 0; ; tries++) {
      const response = await call('buyContract', input, 'demo')
      if (response.code === 20004) return idIn(response)
      if (tries === mostTries) throw new Error(`no position was opened: ${response.text}`)
      await sleep(50)
    }
  }
  const up = { code: 'BTCUSDT', direction: 'up', periodSeconds: 3600, amount: '10' }
  return {
    position: await placed(buy),
    positionToClose: await placed(buy),
    positionToReverse: await placed(buy),
    order: await placed({ ...buy, kind: 'limit', price: '1000' }),
    option: idIn(await call('buyOptions', up, 'demo')),
  }
}

async function paidOut(app: TestApp, { id, email, password }: Person, call: Call) {
  const card = { bank: 'Bank', branch: 'Main', accountName: 'Ana Lima', password }
  const bind = async (cardNumber: string) => idIn(await call('updateBankInfo', { ...card, cardNumber }))
  const usable = async (address: string, made: string) => {
    const at = BigInt(app.now() - 1)
    const row = { id: made, user_id: id, network: 'ERC20', address, label: '', removed_at: null } as const
    await insertAddress(app.db.query, { ...row, created_at: at, confirmed_at: at, usable_at: at })
    return made
  }
  const address = () => {
    const made = randomUUID()
    return usable(`0x${made.replaceAll('-', '').padEnd(40, '0')}`, made)
  }
  await usable(wallet, randomUUID())
  await call('sendCode', { email, purpose: 'withdrawal' })
  const code = app.messages(email).findLast(({ kind }) => kind === 'code-withdrawal')?.code
  const withdrawal = { method: 'coin', coin: 'USDT', network: 'ERC20', address: wallet, amount: '100', code }
  return {
    card: await bind('4111111111111111'),
    cardToRemove: await bind('4242424242424242'),
    cardToPay: await bind('6011111111111117'),
    address: await address(),
    addressToRemove: await address(),
    withdrawal: idIn(await call('withdrawal', withdrawal)),
  }
}

async function pictures(app: TestApp, { token }: Person, call: Call) {
  const upload = async (purpose: string) => (await app.upload(token, purpose)).result.fileId
  const sentPicture = await upload('support')
  const message = randomUUID()
  await call('sendSupport', { text: '', fileId: sentPicture, once: message })
  return {
    message,
    sentPicture,
    supportPicture: await upload('support'),
    proofPicture: await upload('deposit'),
    signaturePicture: await upload('signature'),
    identityPicture: await upload('kyc'),
  }
}

/** Writes, as the server writes them, the rows that no call makes, or only over a day. */
async function written(app: TestApp, { id }: Person) {
  const notice = randomUUID()
  await keepNotice(app.db.query, id, notice, {
    id: notice,
    kind: 'loanApproved',
    mode: null,
    code: null,
    orderId: null,
    at: new Date(app.now()).toISOString(),
    read: false,
    facts: { loan: 'x' },
  })
  return { passkey: await addTestPasskey(customerPasskeys(app.db), id), notice }
}

async function bought(app: TestApp, { token }: Person, call: Call) {
  const terms = { amount: '1000', days: 30 }
  const { agreementHash } = resultOf<{ agreementHash: string }>(await call('previewLoan', terms))
  const signature = (await app.upload(token, 'signature')).result.fileId
  const loan = await call('loan', { ...terms, agreementHash, signature, signedName: 'Ana Lima' })
  const { items } = resultOf<{ items: { id: string; saleKind: string; status: string }[] }>(
    await call('listNft', { status: 'open', saleKind: 'fixed', limit: 100 }),
  )
  const artwork = await call('buyNft', { id: items[0]?.id, receivingAddress: wallet })
  const plan = await call('buySmart', { productId: 'harbour', days: 30, amount: '2550' })
  return { loan: idIn(loan), artwork: idIn(artwork), plan: idIn(plan) }
}

async function makeBelongings(app: TestApp, { userName, password, token }: Person, call: Call) {
  const alert = await call('addAlert', { code: 'BTCUSDT', price: '1', side: 'below' })
  const apiKey = await call('makeApiKey', { name: 'a program', scope: 'read', password })
  const other = await app.call('login', { account: userName, password })
  const sessions = resultOf<{ id: string; current: boolean }[]>(await app.call('sessions', {}, { token }))
  const watchlist = randomUUID()
  await call('saveWatchlist', { id: watchlist, name: 'Mine', codes: ['BTCUSDT'] })
  if (other.code !== 200) throw new Error(`another sign-in answered ${other.text}`)
  const session = sessions.find(({ current }) => !current)?.id
  if (session === undefined) throw new Error('there is no other session')
  return { alert: idIn(alert), apiKey: idIn(apiKey), session, watchlist }
}

/** Tables whose rows change by themselves, for any caller. */
const moving = ['accounts_sessions', 'notifications_outgoing', 'orders_equity']

/** Returns everything stored about a customer: a digest of their rows, by table. */
export async function rowsOf(db: TestApp['db'], userId: string): Promise<Readonly<Record<string, string>>> {
  const { rows: columns } = await db.pool.query<{ table: string; name: string }>(
    `SELECT r.relname AS table, a.attname AS name FROM pg_attribute a JOIN pg_class r ON r.oid = a.attrelid
      WHERE r.relnamespace = 'public'::regnamespace AND r.relkind = 'r' AND a.attname IN ('user_id', 'owner_id', 'owner')
        AND r.relname <> ALL ($1) ORDER BY 1`,
    [moving],
  )
  const stored: Record<string, string> = {}
  for (const { table, name } of columns) {
    const { rows } = await db.pool.query<{ digest: string }>(
      `SELECT count(*) || ' ' || md5(coalesce(string_agg(r::text, E'\n' ORDER BY r::text), '')) AS digest FROM ${table} r WHERE ${name}::text = $1`,
      [userId],
    )
    stored[table] = rows[0]?.digest ?? ''
  }
  return stored
}

/** Creates an API key for a customer who signed in a moment ago; returns the header of its requests. */
export async function apiKeyHeader(
  app: TestApp,
  { token, password }: Pick<Person, 'token' | 'password'>,
  scope: 'read' | 'trade',
): Promise<{ readonly 'x-api-key': string }> {
  const input = { name: 'a program', scope, password }
  const made = await app.call('makeApiKey', input, { token, mode: 'real' })
  return { 'x-api-key': resultOf<{ key: string }>(made).key }
}

/** Freezes a customer as two operators would; returns the token of a new session. */
export async function freeze(app: TestApp, { id, userName, password }: Person): Promise<string> {
  await app.db.transaction((tx) =>
    placeFreeze(tx, {
      id: randomUUID(),
      userId: id,
      reason: 'a test',
      proposedBy: randomUUID(),
      approvedBy: randomUUID(),
      at: new Date(app.now()),
      legalHoldUntil: null,
    }),
  )
  return (await app.call('login', { account: userName, password })).result.token
}

/** The operator's money that plans and loans need before they are offered. */
export async function fundHouse(by: TestOperator, colleague: TestOperator): Promise<void> {
  for (const place of ['yield-reserve', 'loan-capital'] as const) {
    const response = await approveProposal(colleague, await proposeTreasury(by, { place, amount: '1000000' }))
    if (response.code !== 200) throw new Error(`the house was not funded: ${response.text}`)
  }
}
