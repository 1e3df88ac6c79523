import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { house } from '../ledger/ledger.ts'
import { createLedger } from '../ledger/postgres-ledger.ts'
import { reconcile } from '../ledger/reconciliation/reconcile.ts'
import { type CallResponse, resultOf, startTestApp, type TestApp } from '../testing/test-app.ts'
import { verifyIdentity } from '../testing/test-identity.ts'
import { callOps, codeNow, cookieIn, signInOperator, type TestOperator } from '../testing/test-operators.ts'
import { msUntilOneOClock } from '../testing/time/test-clock.ts'
import { startTestEthereum, type TestEthereum } from './chain/test-ethereum.ts'

const dayMs = 86_400_000
const payoutAddress = '0x52908400098527886E0F7030069857D2E4169EE7'
type Kind = 'recharge' | 'withdrawal'
type Person = Awaited<ReturnType<TestApp['signUp']>>

interface Case {
  readonly shownHash: string
  readonly allowed: readonly string[]
  readonly approvalsNeeded: number
  readonly rejectionsNeeded: number
  readonly secondPerson: readonly string[]
  readonly approvals: readonly {
    readonly email: string
    readonly decision: string
    readonly hash: string | null
  }[]
}

let node: TestEthereum
let app: TestApp
beforeAll(async () => {
  node = await startTestEthereum()
  app = await startTestApp({ evmRpcUrl: node.url, evmUsdtAddress: node.token })
  await app.moveClock(msUntilOneOClock(app.now()))
})
afterAll(async () => {
  expect(await reconcile(app.db)).toEqual([])
  await app.dispose()
  await node.close()
})

const newHash = () => `0x${randomBytes(32).toString('hex')}`
const real = ({ token }: Person) => ({ token, mode: 'real' as const })
const reviewer = () => signInOperator(app, 'reviewer')

async function show(by: TestOperator, kind: Kind, id: string): Promise<Case> {
  return resultOf<Case>(await by.call('opsCase', { kind, id }))
}

/** Claims a case, decides it as shown, and gives it back where it still waits. */
async function decide(
  by: TestOperator,
  call: 'opsApprove' | 'opsReject' | 'opsSent',
  kind: Kind,
  { id, ...words }: { id: string; hash?: string; reason?: string },
): Promise<CallResponse> {
  expect((await by.call('opsClaim', { kind, id })).code).toBe(200)
  const { shownHash } = await show(by, kind, id)
  const response = await by.call(call, { kind, id, shownHash, ...words })
  await by.call('opsRelease', { kind, id })
  return response
}
const approve = (by: TestOperator, kind: Kind, id: string, hash?: string) =>
  decide(by, 'opsApprove', kind, hash === undefined ? { id } : { id, hash })
const decision = { approvalsMissing: 0 }
const waits = { approvalsMissing: 1 }

async function usdtOf(person: Person): Promise<string | undefined> {
  const { result } = await app.call('getUserInfo', {}, real(person))
  return result.balances.find(({ asset }) => asset === 'USDT')?.available
}

describe('deposits', () => {
  let verifier: TestOperator
  beforeEach(async () => {
    verifier = await reviewer()
  })
  const customer = async () => {
    const person = await app.signUp()
    await verifyIdentity(app, verifier, person)
    return person
  }

  /** A deposit of this much to the address that all customers share, which a node saw and a reviewer decides. */
  async function seenDeposit(person: Person, amount: string): Promise<string> {
    const where = { coin: 'USDT', network: 'ERC20' }
    const { address } = resultOf<{ address: string }>(
      await app.call('getDepositAddress', where, real(person)),
    )
    const hash = await node.payToken(address, BigInt(amount) * 1_000_000n)
    await node.mine(13)
    const { id } = (await app.call('recharge', { ...where, amount, hash }, real(person))).result
    await expect
      .poll(
        async () => {
          await app.moveClock(11_000)
          return JSON.stringify(await show(verifier, 'recharge', id))
        },
        { interval: 300 },
      )
      .toContain('in a block')
    return id
  }

  it('a deposit that no node saw is credited by two people, who enter the same transaction', async () => {
    const [rita, fay] = [await reviewer(), await signInOperator(app, 'finance')]
    const person = await customer()
    const proof = String((await app.upload(person.token, 'deposit')).result.fileId)
    const hash = randomBytes(32).toString('hex')
    const claim = { coin: 'USDT', network: 'TRC20', amount: '150', hashLast6: hash.slice(-6), proof }
    const { id } = (await app.call('recharge', claim, real(person))).result
    expect(await show(rita, 'recharge', id)).toMatchObject({
      approvalsNeeded: 2,
      secondPerson: ['notSeenOnChain'],
    })
    expect((await approve(rita, 'recharge', id)).code).toBe(11001)
    expect((await approve(rita, 'recharge', id, hash)).result).toMatchObject(waits)
    expect((await approve(rita, 'recharge', id, hash)).code).toBe(11008)
    expect(await usdtOf(person)).toBe('0.000000')
    const queue = resultOf<{ items: { id: string; awaitsSecond: boolean }[] }>(
      await fay.call('opsQueue', { kind: 'recharge' }),
    )
    expect(queue.items.find((one) => one.id === id)).toMatchObject({ awaitsSecond: true })
    // Another transaction with the same end confirms nothing.
    const other = `${randomBytes(29).toString('hex')}${hash.slice(-6)}`
    expect((await approve(fay, 'recharge', id, other)).result).toMatchObject(waits)
    expect(await usdtOf(person)).toBe('0.000000')
    expect((await show(fay, 'recharge', id)).approvals).toMatchObject([
      { email: rita.email, decision: 'approve', hash },
      { email: fay.email, decision: 'approve', hash: other },
    ])
    expect((await approve(fay, 'recharge', id, hash)).result).toMatchObject(decision)
    expect(await usdtOf(person)).toBe('150.000000')
  })

  it('splitting a deposit changes nothing: the sum of the customer’s day needs two, and so does the reviewer’s', async () => {
    const [rita, rob] = [await reviewer(), await reviewer()]
    const [ana, ben] = [await customer(), await customer()]
    const [first, second] = [await seenDeposit(ana, '6000'), await seenDeposit(ana, '4500')]
    expect((await approve(rita, 'recharge', first)).result).toMatchObject(decision)
    // Another reviewer: the customer's sum alone is above the limit.
    expect(await show(rob, 'recharge', second)).toMatchObject({ secondPerson: ['customerDay'] })
    expect((await approve(rob, 'recharge', second)).result).toMatchObject(waits)
    // Another customer: the reviewer's sum alone is above the limit.
    const others = await seenDeposit(ben, '4001')
    expect(await show(rita, 'recharge', others)).toMatchObject({ secondPerson: ['reviewerDay'] })
    expect((await approve(rita, 'recharge', others)).result).toMatchObject(waits)
    expect((await approve(rob, 'recharge', others)).result).toMatchObject(decision)
    expect([await usdtOf(ana), await usdtOf(ben)]).toEqual(['6000.000000', '4001.000000'])
    // The next day (UTC) begins a new count.
    await app.moveClock(dayMs)
    const next = await reviewer()
    expect(await show(next, 'recharge', second)).toMatchObject({ approvalsNeeded: 1, secondPerson: [] })
  })

  it('two approvals of one customer at the same moment do not both slip under the limit', async () => {
    const [rita, rob] = [await reviewer(), await reviewer()]
    const ana = await customer()
    const ids = [await seenDeposit(ana, '5500'), await seenDeposit(ana, '5500')]
    const responses = await Promise.all([rita, rob].map((by, n) => approve(by, 'recharge', ids[n] ?? '')))
    expect(responses.map(({ text }) => /"approvalsMissing":(\d)/.exec(text)?.[1]).sort()).toEqual(['0', '1'])
  })

  it('an operator who decided identity and deposit of a customer alone cannot decide the withdrawal alone', async () => {
    const rita = await reviewer()
    const fay = await signInOperator(app, 'finance')
    const person = await app.signUp()
    await verifyIdentity(app, rita, person)
    expect((await approve(rita, 'recharge', await seenDeposit(person, '500'))).result).toMatchObject(decision)
    await confirmPayout(person)
    await app.moveClock(dayMs)
    const [again, other] = [await signInAgain(rita), await signInAgain(fay)]
    const id = await withdraw(person, '100')
    expect(await show(again, 'withdrawal', id)).toMatchObject({
      approvalsNeeded: 2,
      secondPerson: ['allThree'],
    })
    expect(await show(other, 'withdrawal', id)).toMatchObject({ approvalsNeeded: 1, secondPerson: [] })
    expect((await approve(again, 'withdrawal', id)).result).toMatchObject(waits)
    expect((await approve(again, 'withdrawal', id)).code).toBe(11008)
    expect((await approve(other, 'withdrawal', id)).result).toMatchObject({ status: 'approved', ...decision })
  })
})

/** Sessions end with time; the same person with a new one. */
async function signInAgain(one: TestOperator): Promise<TestOperator> {
  await app.moveClock(31_000)
  const { email, password, secret } = one
  const response = await callOps(app, 'opsLogin', { email, password, totp: codeNow(app, secret) }, '')
  const cookie = cookieIn(response)
  return { ...one, cookie, call: (name, input = {}) => callOps(app, name, input, cookie) }
}

async function rich(amount: bigint): Promise<Person> {
  const person = await app.signUp()
  const ledger = createLedger(app.db, { now: () => app.now() })
  const outcome = await ledger.post({
    id: `deposit:${randomUUID()}`,
    reference: null,
    steps: [
      {
        do: 'transfer',
        kind: 'deposit',
        from: { class: 'world', owner: house, asset: 'USDT' },
        to: { class: 'customer', owner: person.id, asset: 'USDT' },
        minor: amount * 1_000_000n,
      },
    ],
  })
  expect(outcome.ok).toBe(true)
  await confirmPayout(person)
  return person
}

const codeOf = (person: Person, kind: string) =>
  app.messages(person.email).findLast((message) => message.kind === kind)?.code ?? 'none'

async function confirmPayout(person: Person, network = 'ERC20', address = payoutAddress): Promise<void> {
  const { result } = await app.call('addAddress', { network, address, label: '' }, real(person))
  const code = codeOf(person, 'code-address')
  expect((await app.call('confirmAddress', { id: result.id, code }, real(person))).code).toBe(200)
}

async function withdraw(person: Person, amount: string, change: object = {}): Promise<string> {
  await app.moveClock(61_000)
  await app.call('sendCode', { email: person.email, purpose: 'withdrawal' })
  const code = codeOf(person, 'code-withdrawal')
  const request = {
    method: 'coin',
    coin: 'USDT',
    network: 'ERC20',
    address: payoutAddress,
    amount,
    code,
    ...change,
  }
  const made = await app.call('withdrawal', request, real(person))
  expect(made.code, made.text).toBe(20003)
  return made.result.id
}

describe('withdrawals', () => {
  let rita: TestOperator
  let rob: TestOperator
  let ana: Person
  const reason = 'withdraw.reason.paymentFailed'
  const giveBack = (by: TestOperator, id: string, why: string = reason) =>
    decide(by, 'opsReject', 'withdrawal', { id, reason: why })
  const send = (by: TestOperator, id: string, hash: string) =>
    decide(by, 'opsSent', 'withdrawal', { id, hash })

  beforeAll(async () => {
    ana = await rich(90_000n)
    await confirmPayout(ana, 'TRC20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')
    await app.moveClock(2 * dayMs)
    ;[rita, rob] = [await reviewer(), await reviewer()]
  })

  it('splitting a withdrawal changes nothing, and whom two approved two complete by hand', async () => {
    const [first, second] = [await withdraw(ana, '6000'), await withdraw(ana, '4001')]
    expect((await approve(rita, 'withdrawal', first)).result).toMatchObject(decision)
    expect(await show(rob, 'withdrawal', second)).toMatchObject({ secondPerson: ['customerDay'] })
    expect((await approve(rob, 'withdrawal', second)).result).toMatchObject(waits)
    expect((await approve(rita, 'withdrawal', second)).result).toMatchObject(decision)
    const { rows } = await app.db.pool.query('SELECT reviewers FROM funding_withdrawals WHERE id = $1', [
      second,
    ])
    expect(rows).toEqual([{ reviewers: 2 }])
    await expect(
      app.db.pool.query('UPDATE funding_withdrawals SET reviewers = 1 WHERE id = $1', [second]),
    ).rejects.toThrow('never needs fewer')
  })

  it('two people return a sent withdrawal with the same reason, where no node looks', async () => {
    await app.moveClock(dayMs)
    ;[rita, rob] = [await signInAgain(rita), await signInAgain(rob)]
    const tron = { network: 'TRC20', address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' }
    const before = await usdtOf(ana)
    const id = await withdraw(ana, '100', tron)
    await approve(rita, 'withdrawal', id)
    await send(rita, id, randomBytes(32).toString('hex'))
    expect(await show(rob, 'withdrawal', id)).toMatchObject({ rejectionsNeeded: 2 })
    expect((await giveBack(rita, id)).result).toMatchObject({ status: 'sent', ...waits })
    expect((await giveBack(rita, id)).code).toBe(11008)
    expect((await giveBack(rob, id, 'withdraw.reason.network')).result).toMatchObject(waits)
    expect((await giveBack(rob, id)).result).toMatchObject({ status: 'failed', ...decision })
    expect(await usdtOf(ana)).toBe(before)
  })

  it('with a node nothing is returned while any transaction ever entered for it is on the chain', async () => {
    const id = await withdraw(ana, '100')
    await approve(rita, 'withdrawal', id)
    const paid = await node.payToken(payoutAddress, 98_000_000n)
    await send(rita, id, paid)
    await node.mine(1)
    expect((await giveBack(rita, id)).code).toBe(11006)
    // Another one named after it hides nothing.
    await send(rita, id, newHash())
    expect((await giveBack(rita, id)).code).toBe(11006)
    expect((await giveBack(rob, id)).code).toBe(11006)
    await send(rita, id, paid)
    await node.mine(12)
    await expect
      .poll(
        async () => {
          await app.moveClock(11_000)
          return (await show(rita, 'withdrawal', id)).allowed
        },
        { interval: 300 },
      )
      .toEqual([])
    expect(await usdtOf(ana)).toMatch(/^\d/)
  })

  it('with a node two people return what the chain does not have, and no one returns anything while the node does not respond', async () => {
    const before = await usdtOf(ana)
    const id = await withdraw(ana, '100')
    await approve(rita, 'withdrawal', id)
    await send(rita, id, newHash())
    await expect
      .poll(
        async () => {
          await app.moveClock(11_000)
          return (await show(rita, 'withdrawal', id)).allowed
        },
        { interval: 300 },
      )
      .toEqual(['sent', 'reject'])
    expect((await giveBack(rita, id)).result).toMatchObject({ status: 'sent', ...waits })
    await node.close()
    // What it showed more than a minute ago says nothing of now.
    await app.moveClock(61_000)
    expect((await giveBack(rob, id)).code).toBe(11006)
    expect(await usdtOf(ana)).not.toBe(before)
    node = await startTestEthereum(Number(new URL(node.url).port))
    expect((await giveBack(rob, id)).result).toMatchObject({ status: 'failed', ...decision })
    expect(await usdtOf(ana)).toBe(before)
  })
})
