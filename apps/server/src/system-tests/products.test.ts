import { randomUUID } from 'node:crypto'
import {
  type AccountSummary,
  type Artwork,
  type CallName,
  type ContractPreview,
  type ConversionQuote,
  calls,
} from '@candor/contract'
import { usdt, writeScaled } from '@candor/money'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLedger } from '../ledger/postgres-ledger.ts'
import { reconcile } from '../ledger/reconciliation/reconcile.ts'
import { ofHouse, customer as ownAccount, transfer } from '../ledger/test-accounts.ts'
import { advanceClock } from '../platform/jobs/moved-clock.ts'
import { openExchange, type TestExchange } from '../testing/exchanges/test-exchange.ts'
import { type CallResponse, resultOf, startTestApp, type TestApp } from '../testing/test-app.ts'
import { verifyIdentity } from '../testing/test-identity.ts'
import {
  approveProposal,
  proposeTreasury,
  signInOperator,
  type TestOperator,
} from '../testing/test-operators.ts'

let exchange: TestExchange
let app: TestApp
beforeAll(async () => {
  exchange = await openExchange({ BTCUSDT: 50_000 })
  for (const [name, value] of Object.entries(exchange.env)) vi.stubEnv(name, value)
  app = await startTestApp({ feed: 'live' })
})
afterAll(async () => {
  expect(await reconcile(app.db)).toEqual([])
  await app.dispose()
  await exchange.close()
  vi.unstubAllEnvs()
})

async function priceIs(mid: number): Promise<void> {
  exchange.setPrice('BTCUSDT', mid)
  await expect
    .poll(async () => (await app.call('getMarketInfo', { id: 'BTCUSDT' })).text)
    .toContain(`"bid":"${mid - 1}`)
}

const request = { code: 'BTCUSDT', direction: 'up', periodSeconds: 300, amount: '100' }

test('issue 3: an option bought over HTTP is settled by the running server, with a receipt anyone may see', async () => {
  const { token } = await app.signUp()
  await expect.poll(async () => (await app.call('previewOptions', request, { token })).code).toBe(200)
  const bought = await app.call('buyOptions', request, { token })
  expect([bought.code, bought.result]).toMatchObject([
    20004,
    { status: 'open', amount: '100.000000', payoutRate: '0.8' },
  ])
  const { id } = bought.result
  const held = await app.call('getUserInfo', {}, { token })
  expect(held.result.balances).toEqual([{ asset: 'USDT', available: '9900.000000', held: '100.000000' }])

  await priceIs(50_100)
  await advanceClock(app.db, 300_000)
  await expect
    .poll(async () => (await app.call('getOptionsOrderById', { id }, { token })).result)
    .toMatchObject({ status: 'closed', closeReason: 'expiry', result: 'won', profit: '80.000000' })

  const closed = await app.call('getOptionsOrderById', { id }, { token })
  const { profit } = resultOf<{ profit: string }>(closed)
  expect((await app.call('getUserInfo', {}, { token })).result).toMatchObject({ todayEarnings: profit })

  // Whole once the quote after the close is known: nothing is added to it then.
  const receiptNow = () => app.call('getReceipt', { orderId: id }, { token })
  const after = { seq: expect.anything() }
  await expect
    .poll(async () => (await receiptNow()).result)
    .toMatchObject({
      document: { kind: 'option', order: { id }, events: [{ kind: 'open' }, { kind: 'close', after }] },
    })
  const receipt = await receiptNow()
  const { publicId } = resultOf<{ publicId: string }>(receipt)
  const seen = await app.call('publicReceipt', { id: publicId })
  expect(seen.result).toEqual(receipt.result)
  const other = await app.signUp()
  expect((await app.call('getReceipt', { orderId: id }, { token: other.token })).status).toBe(404)
})

test('calls User resetDemo: open demo options give their stakes back, and the account stands at 10 000 again', async () => {
  const { token } = await app.signUp()
  const { id } = (await app.call('buyOptions', { ...request, periodSeconds: 3600 }, { token })).result
  expect((await app.call('resetDemo', {}, { token })).code).toBe(200)
  const ended = await app.call('getOptionsOrderById', { id }, { token })
  expect(ended.result).toMatchObject({ result: 'refunded', refundReason: 'reset', closeReason: 'user' })
  const { result } = await app.call('getUserInfo', {}, { token })
  expect(result.balances).toEqual([{ asset: 'USDT', available: '10000.000000', held: '0.000000' }])
})

test('I11.8: more demo resets at once than there are connections, each with an open order, all end', async () => {
  const people = await Promise.all(Array.from({ length: 22 }, () => app.signUp()))
  const order = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }
  for (const { token } of people)
    await expect.poll(async () => (await app.call('buyContract', order, { token })).code).toBe(20004)
  const codes = await Promise.all(
    people.map(async ({ token }) => (await app.call('resetDemo', {}, { token })).code),
  )
  expect(codes).toEqual(people.map(() => 200))
  const [first] = people
  const shown = async () => (await app.call('getUserInfo', {}, { token: first?.token ?? '' })).result
  await expect.poll(shown).toMatchObject({ free: '10000.000000', stale: false })
})

type Mode = 'demo' | 'real'
type Person = Awaited<ReturnType<TestApp['signUp']>>

interface Door {
  readonly name: string
  readonly call: CallName
  readonly mode?: Mode
  /** Taken or set aside by it, in USDT. */
  readonly cost: string
  readonly input: () => Promise<object>
}

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'
const dayMs = 86_400_000
const by = ({ token }: Person, mode: Mode = 'real') => ({ token, mode })
const textOf = (minor: bigint): string => writeScaled(minor, 6, 6)

function done(response: CallResponse): CallResponse['result'] {
  expect([response.status, response.text]).toEqual([200, response.text])
  return response.result
}

/** Puts money into an account by no door, or takes it out as a loss does. */
async function change({ id }: Person, mode: Mode, minor: bigint): Promise<void> {
  const asset = mode === 'demo' ? 'DEMO' : 'USDT'
  const own = ownAccount(id, asset)
  const step =
    minor > 0n
      ? transfer(mode === 'demo' ? 'demo-grant' : 'deposit', ofHouse('world', asset), own, minor)
      : transfer('contract-loss', own, ofHouse('trading-capital', asset), -minor)
  const posting = { id: `test:${randomUUID()}`, reference: null, steps: [step] }
  const outcome = await createLedger(app.db, { now: () => app.now() }).post(posting)
  expect(outcome).toMatchObject({ ok: true })
}

async function fundsOf(who: Person, mode: Mode): Promise<{ free: bigint; available: bigint }> {
  const read = async () => resultOf<AccountSummary>(await app.call('getUserInfo', {}, by(who, mode)))
  await expect.poll(async () => (await read()).stale).toBe(false)
  const { free, balances } = await read()
  const available = balances.find(({ asset }) => asset === 'USDT')?.available ?? '0'
  return { free: usdt(free).minor, available: usdt(available).minor }
}
const freeOf = async (who: Person, mode: Mode): Promise<bigint> => (await fundsOf(who, mode)).free

/** Leaves exactly this free. How far an account is below nothing is shown nowhere: it is filled up first. */
async function setFree(who: Person, mode: Mode, minor: bigint): Promise<void> {
  if ((await freeOf(who, mode)) === 0n) {
    await change(who, mode, 10_000_000_000n)
    await expect.poll(() => freeOf(who, mode)).toBeGreaterThan(0n)
  }
  const missing = minor - (await freeOf(who, mode))
  if (missing !== 0n) await change(who, mode, missing)
  await expect.poll(() => freeOf(who, mode)).toBe(minor)
}

/** Opens savings, as two operators do. */
async function offerSavings(finance: TestOperator, admin: TestOperator): Promise<void> {
  const offer = { coin: 'USDT', taking: true, minAmount: '10', dailyRate: '0.0001', reason: 'as decided' }
  done(await approveProposal(admin, await finance.call('opsProposeSavings', offer)))
  done(
    await approveProposal(admin, await proposeTreasury(finance, { place: 'savings-reserve', amount: '50' })),
  )
}

/** A loan of 200 USDT that runs; answers its id. */
async function borrow(who: Person, admin: TestOperator): Promise<string> {
  await verifyIdentity(app, await signInOperator(app, 'reviewer'), who)
  const terms = { amount: '200', days: 30 }
  const { agreementHash } = resultOf<{ agreementHash: string }>(await app.call('previewLoan', terms, by(who)))
  const signature = done(await app.upload(who.token, 'signature')).fileId
  const signed = { ...terms, agreementHash, signature, signedName: 'Ada Okafor' }
  const { id } = done(await app.call('loan', signed, by(who)))
  done(await admin.call('opsClaim', { kind: 'loan', id }))
  const { shownHash } = done(await admin.call('opsCase', { kind: 'loan', id }))
  done(await admin.call('opsApprove', { kind: 'loan', id, shownHash }))
  return id
}

/** A customer with a loan, an address that may be paid to and, in both accounts, a position that has lost by a fall of 4 %. */
async function inLoss() {
  const who = await app.signUp()
  const { password } = who
  await app.call('answerUnderstanding', { leverage: 'b', stopOut: 'c', gap: 'a' }, by(who))
  const place = { network: 'ERC20', address: wallet, label: '', password }
  const { id } = done(await app.call('addAddress', place, by(who)))
  const { code } = await app.letter(who.email, 'code-address')
  done(await app.call('confirmAddress', { id, code }, by(who)))
  await app.moveClock(dayMs)
  const [finance, admin] = [await signInOperator(app, 'finance'), await signInOperator(app, 'admin')]
  await offerSavings(finance, admin)
  const loanId = await borrow(who, admin)
  await change(who, 'real', 2_000_000_000n)
  await priceIs(50_000)
  for (const mode of ['real', 'demo'] as const) {
    const order = { code: 'BTCUSDT', direction: 'buy', lots: '0.02', leverage: 2, protected: false }
    await expect.poll(async () => (await app.call('buyContract', order, by(who, mode))).code).toBe(20004)
  }
  await priceIs(48_000)
  return { who, loanId }
}

async function saleOf(saleKind: 'fixed' | 'auction'): Promise<Artwork> {
  const { items } = resultOf<{ items: Artwork[] }>(
    await app.call('listNft', { saleKind, status: 'open', chain: 'ethereum' }),
  )
  const [first] = items
  if (first === undefined) throw new Error(`nothing is for sale: ${saleKind}`)
  return first
}

/** Every door of the first point, at one amount each. */
async function everyDoor(who: Person, loanId: string): Promise<readonly Door[]> {
  await app.call('sendCode', { email: who.email, purpose: 'withdrawal' })
  const { code } = await app.letter(who.email, 'code-withdrawal')
  const [work, auction] = [await saleOf('fixed'), await saleOf('auction')]
  const coins = { from: 'USDT', to: 'BTC', amount: '100' }
  const quoteId = async () =>
    resultOf<ConversionQuote>(await app.call('quoteConvert', coins, by(who))).quoteId
  const order = { code: 'BTCUSDT', direction: 'buy', lots: '0.002', leverage: 2, protected: false }
  const waiting = { ...order, kind: 'limit', price: '47000' }
  const costOf = async (orderInput: object) => {
    const { margin, commission } = resultOf<ContractPreview>(
      await app.call('previewContract', orderInput, by(who)),
    )
    return textOf(usdt(margin).minor + usdt(commission).minor)
  }
  const paid = { method: 'coin', coin: 'USDT', network: 'ERC20', address: wallet, amount: '100', code }
  const option = { code: 'BTCUSDT', direction: 'up', periodSeconds: 3600, amount: '100' }
  const always = (input: object) => async () => input
  return [
    { name: 'withdrawal', call: 'withdrawal', cost: '100', input: always(paid) },
    { name: 'savings', call: 'enterSavings', cost: '100', input: always({ coin: 'USDT', amount: '100' }) },
    {
      name: 'smart plan',
      call: 'buySmart',
      cost: '100',
      input: always({ productId: 'harbour', days: 30, amount: '100' }),
    },
    {
      name: 'conversion',
      call: 'convert',
      cost: '100',
      input: async () => ({ ...coins, quoteId: await quoteId() }),
    },
    {
      name: 'NFT purchase',
      call: 'buyNft',
      cost: work.price,
      input: always({ id: work.id, receivingAddress: wallet }),
    },
    {
      name: 'NFT bid',
      call: 'buyNft',
      cost: auction.price,
      input: always({ id: auction.id, amount: auction.price, receivingAddress: wallet }),
    },
    { name: 'loan repayment', call: 'repayLoan', cost: '100', input: always({ id: loanId, amount: '100' }) },
    { name: 'waiting order', call: 'buyContract', cost: await costOf(waiting), input: always(waiting) },
    { name: 'new position', call: 'buyContract', cost: await costOf(order), input: always(order) },
    { name: 'option stake', call: 'buyOptions', mode: 'demo', cost: '100', input: always(option) },
  ]
}

test('I11.1: with a losing position no door lets out more than is free, and each lets out all of it, over HTTP', async () => {
  const { who, loanId } = await inLoss()
  const seen: unknown[] = []
  const expected: unknown[] = []
  for (const { name, call, mode = 'real', cost, input } of await everyDoor(who, loanId)) {
    const { minor } = usdt(cost)
    await setFree(who, mode, minor - 1n)
    const { free, available } = await fundsOf(who, mode)
    const beyond = await app.call(call, await input(), by(who, mode))
    await setFree(who, mode, minor)
    const all = await app.call(call, await input(), by(who, mode))
    seen.push([name, textOf(available - free), beyond.code, beyond.result, all.code])
    const success = 'success' in calls[call] ? calls[call].success : 200
    // 0.02 bitcoins, bought at 50 001 and worth 47 999.
    expected.push([name, '40.040000', 10011, { free: textOf(minor - 1n), stale: false }, success])
  }
  expect(seen).toEqual(expected)
})

test('rulebook Accounts: demo cannot use smart plans, and is told so before its fields are looked at', async () => {
  const { token } = await app.signUp()
  expect((await app.call('buySmart', {}, { token })).code).toBe(11030)
  expect((await app.call('exitSmart', {}, { token, key: null })).code).toBe(11030)
  expect((await app.call('buySmart', {}, { token, mode: 'real' })).code).toBe(10010)
  const products = await app.call('listSmartProducts')
  expect(products.result).toHaveLength(3)
  const plan = { productId: 'harbour', days: 30, amount: '100' }
  expect((await app.call('buySmart', plan, { token, mode: 'real' })).code).toBe(10011)
})
