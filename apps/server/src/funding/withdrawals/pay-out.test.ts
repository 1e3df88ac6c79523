import { randomUUID } from 'node:crypto'
import type { ServiceRecord } from '@candor/contract'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Operator } from '../../back-office/operators/operator.ts'
import { house } from '../../ledger/ledger.ts'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import type { ServerContext } from '../../module.ts'
import { withClient } from '../../platform/database/database-server.ts'
import { stuckCases } from '../../platform/jobs/stuck-cases-store.ts'
import { resultOf } from '../../testing/test-app.ts'
import { EthereumChain } from '../chain/ethereum.ts'
import { startTestEthereum, type TestEthereum } from '../chain/test-ethereum.ts'
import { worldAccounts } from '../deposits/deposits.module.ts'
import { type FundingFixture, openFundingFixture, withoutLetters } from '../funding-fixture.ts'
import { lookAtPayouts } from './look-at-payouts.ts'
import { withdrawalCases } from './review-withdrawal.ts'
import type { WithdrawalPorts } from './withdrawal-ports.ts'
import { withdrawalHandlers } from './withdrawal-routes.ts'

const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const body = { method: 'coin', coin: 'USDT', network: 'ERC20', address, code: '000000' }
const operator = { id: 'o', email: 'rita@candor.example', role: 'reviewer' } as Operator

let fixture: FundingFixture
let node: TestEthereum
let context: ServerContext & WithdrawalPorts
let call: FundingFixture['call']
beforeAll(async () => {
  node = await startTestEthereum()
  fixture = await openFundingFixture({
    ethereum: new EthereumChain({ rpcUrl: node.url, usdtAddress: node.token, chainId: null }),
  })
  await fixture.ledger.open(worldAccounts)
  await fixture.ledger.open([{ class: 'fee-revenue', owner: house, asset: 'USDT' }])
  const { checks, depositors } = fixture.context
  context = {
    ...fixture.context,
    places: {
      keys: {
        seal: () => Promise.reject(new Error('no card is bound here')),
        open: () => Promise.resolve(null),
      },
      markKey: Buffer.alloc(32),
      notifyOfNew: withoutLetters(fixture.db),
      proveSecondFactor: async () => undefined,
    },
    checks: {
      ...checks,
      isVerified: depositors.isVerified,
      freezeOf: async () => null,
      holdOf: async () => null,
    },
    codes: {
      withdrawalCode: async () => true,
      useWithdrawalCode: async () => true,
      admitAddressCode: async () => async () => undefined,
      redeemAddressCode: async () => true,
    },
  }
  const served = await fixture.serve(withdrawalHandlers(context))
  call = (name, input, who) => served(name, input, { mode: 'real', ...who })
})
afterAll(async () => {
  await fixture.dispose()
  await node.close()
})
afterEach(async () => expect(await reconcile(fixture.db)).toEqual([]))

async function person(usdt: bigint): Promise<string> {
  const id = await fixture.person()
  await fixture.fund('customer', id, 'USDT', usdt * 1_000_000n)
  const at = BigInt(fixture.clock.now() - 1)
  await fixture.db.query
    .insertInto('funding_payout_addresses')
    .values({
      id: v7(),
      user_id: id,
      network: 'ERC20',
      address,
      label: '',
      created_at: at,
      confirmed_at: at,
      usable_at: at,
      removed_at: null,
    })
    .execute()
  return id
}

async function look(): Promise<number> {
  fixture.clock.advance(15_000)
  return lookAtPayouts(context)
}

async function decide(id: string, decision: 'approve' | 'sent', hash: string | null = null) {
  const verdict = { id, decision, operator, approvers: [], reason: null, items: [], note: null, hash }
  return fixture.ledger.transaction((tx) => withdrawalCases(context).decide(tx, verdict))
}
/** As a loss could before there was a rule: it takes money that was set aside for a withdrawal. */
async function loseSetAside(userId: string, minor: bigint): Promise<void> {
  const guard = 'TRIGGER ledger_accounts_set_aside_is_there'
  await withClient(fixture.db.owner, async (client) => {
    await client.query(`ALTER TABLE ledger_accounts DISABLE ${guard}`)
    await client.query(
      `WITH lost AS (INSERT INTO ledger_postings (id, created_at) VALUES ('loss:' || $1::text, now()) RETURNING id),
         taken AS (UPDATE ledger_accounts SET balance = balance - $2::bigint, version = version + 1
                    WHERE owner = $1 AND asset = 'USDT' RETURNING id, balance),
         given AS (UPDATE ledger_accounts SET balance = balance + $2, version = version + 1
                    WHERE class = 'trading-capital' AND asset = 'USDT' RETURNING id, balance)
       INSERT INTO ledger_entries (posting, kind, debited, credited, asset, minor, debited_after, credited_after, customer, created_at)
         SELECT lost.id, 'contract-loss', taken.id, given.id, 'USDT', $2::bigint, taken.balance, given.balance, taken.id, now()
           FROM lost, taken, given`,
      [userId, minor],
    )
    await client.query(`ALTER TABLE ledger_accounts ENABLE ${guard}`)
  })
}
const shown = (id: string) => withdrawalCases(context).details(fixture.db.query, id, false)

it('two hundred at once take no more than there is', async () => {
  const as = await person(1_000n)
  const responses = await Promise.all(
    Array.from({ length: 200 }, () =>
      call('withdrawal', { ...body, amount: '30' }, { as, key: randomUUID() }),
    ),
  )
  const codes = responses.map(({ code }) => code)
  expect([
    codes.filter((code) => code === 20003).length,
    codes.filter((code) => code === 10011).length,
  ]).toEqual([33, 167])
  expect((await fixture.ledger.balancesOf(as)).find(({ asset }) => asset === 'USDT')).toMatchObject({
    balanceMinor: 1_000_000_000n,
    heldMinor: 990_000_000n,
  })
})

it('the chain completes a payment to the address that is deep enough; less, or to another address, waits', async () => {
  const as = await person(200n)
  const { id } = (await call('withdrawal', { ...body, amount: '100' }, { as })).result
  const own = String(id)
  await decide(own, 'approve')
  const less = await node.payToken(address, 97_999_999n)
  await decide(own, 'sent', less)
  await node.mine(12)
  expect(await look()).toBe(0)
  // What a node looks at nobody completes by hand, and nothing is given back for what is in a block.
  expect((await shown(own))?.allowed).toEqual(['sent'])
  const right = await node.payToken(address, 98_000_000n)
  await decide(own, 'sent', right)
  await node.mine(11)
  expect(await look()).toBe(0)
  expect(await fixture.balance(as, 'USDT')).toBe('200.000000')
  await node.mine(1)
  expect(await look()).toBe(1)
  expect(await fixture.balance(as, 'USDT')).toBe('100.000000')
  expect(await shown(own)).toMatchObject({ status: 'completed', allowed: [] })
  // The other hash in its place is no second letter.
  const kinds = ['withdrawalApproved', 'withdrawalSent', 'withdrawalCompleted']
  await expect.poll(() => fixture.mails.map(({ kind }) => kind)).toEqual(kinds)
  expect(await look()).toBe(0)
})

const dayMs = 86_400_000
const record = async () =>
  resultOf<ServiceRecord>({ text: JSON.stringify(await call('serviceRecord', {}, { as: 'nobody' })) })

it('T11: late counts when the deadline passes, as long as it is open, and 30 days from when it was paid', async () => {
  const as = await person(100n)
  // Those of the first test wait all along.
  const { open: others } = await record()
  const before = await record()
  const { id } = (await call('withdrawal', { ...body, amount: '50' }, { as })).result
  expect(await record()).toMatchObject({ late: before.late, openLate: before.openLate })
  // Asked for long before the window, late in it, and still open.
  fixture.clock.advance(40 * dayMs)
  expect(await record()).toMatchObject({ asked: 0, late: others + 1, openLate: others + 1 })
  await decide(String(id), 'approve')
  const paid = await node.payToken(address, 48_000_000n)
  await decide(String(id), 'sent', paid)
  await node.mine(12)
  expect(await look()).toBe(1)
  // Paid at last, long after its deadline: it is late for another 30 days, and paying it cleans nothing.
  expect(await record()).toMatchObject({ late: others + 1, openLate: others })
  fixture.clock.advance(30 * dayMs)
  expect(await record()).toMatchObject({ late: others + 1, openLate: others })
  fixture.clock.advance(1)
  expect(await record()).toMatchObject({ late: others, openLate: others })
})

it('T11: where a node looks, a sent payment counts once it is in a block', async () => {
  const { openLate: others } = await record()
  const [ana, ben] = [await person(100n), await person(100n)]
  const [first, second] = [
    String((await call('withdrawal', { ...body, amount: '50' }, { as: ana })).result.id),
    String((await call('withdrawal', { ...body, amount: '60' }, { as: ben })).result.id),
  ]
  for (const id of [first, second]) await decide(id, 'approve')
  // One is in a block in time; of the other the chain has nothing.
  await decide(first, 'sent', await node.payToken(address, 48_000_000n))
  await decide(second, 'sent', `0x${'ab'.repeat(32)}`)
  await node.mine(1)
  await look()
  fixture.clock.advance(2 * dayMs)
  await look()
  expect(await record()).toMatchObject({ open: 1, late: others + 1, openLate: others + 1 })
  const lateOf = async (as: string) => {
    const { items } = (await call('listWithdrwal', {}, { as })).result
    return (items as { late: boolean }[]).map(({ late }) => late)
  }
  expect([await lateOf(ana), await lateOf(ben)]).toEqual([[false], [true]])
})

it('look-at-payouts: one withdrawal that a node cannot answer for keeps no other from its completion', async () => {
  // What the tests before left.
  await node.mine(12)
  await look()
  const [ana, ben] = [await person(100n), await person(100n)]
  const sent: { id: string; hash: string }[] = []
  for (const as of [ana, ben]) {
    const id = String((await call('withdrawal', { ...body, amount: '50' }, { as })).result.id)
    await decide(id, 'approve')
    const hash = await node.payToken(address, 48_000_000n)
    await decide(id, 'sent', hash)
    sent.push({ id, hash })
  }
  await node.mine(12)
  const { ethereum } = context.chains
  if (ethereum === undefined) throw new Error('no chain to look at')
  const [broken] = sent
  const chain = {
    balance: ethereum.balance.bind(ethereum),
    transaction: (hash: string) =>
      hash === broken?.hash
        ? Promise.reject(new Error('no answer for this one'))
        : ethereum.transaction(hash),
  }
  fixture.clock.advance(15_000)
  expect(await lookAtPayouts({ ...context, chains: { ethereum: chain } })).toBe(1)
  expect(await fixture.balance(ben, 'USDT')).toBe('50.000000')
  const stuck = await stuckCases(fixture.db.query, 10)
  expect(stuck).toMatchObject([{ case_id: broken?.id, job: 'look-at-payouts:ethereum' }])
  expect(await look()).toBe(1)
  expect(await fixture.balance(ana, 'USDT')).toBe('50.000000')
  expect(await stuckCases(fixture.db.query, 10)).toEqual([])
})

it('I11.2: a sent payment is completed though a loss left less in the account: the operator pays the rest', async () => {
  await fixture.fund('negative-balance', 'house', 'USDT', 1_000_000_000n)
  await fixture.ledger.open([{ class: 'trading-capital', owner: house, asset: 'USDT' }])
  const as = await person(100n)
  const { id } = (await call('withdrawal', { ...body, amount: '100' }, { as })).result
  const own = String(id)
  await decide(own, 'approve')
  await decide(own, 'sent', await node.payToken(address, 98_000_000n))
  await loseSetAside(as, 60_000_000n)
  await node.mine(12)
  await look()
  expect(await shown(own)).toMatchObject({ status: 'completed' })
  expect((await fixture.ledger.balancesOf(as)).find(({ asset }) => asset === 'USDT')).toMatchObject({
    balanceMinor: 0n,
    heldMinor: 0n,
  })
  const { rows } = await fixture.db.pool.query(
    `SELECT kind, minor, posting FROM ledger_entries WHERE reference = $1 AND debited =
       (SELECT id FROM ledger_accounts WHERE class = 'negative-balance' AND asset = 'USDT')`,
    [own],
  )
  expect(rows).toEqual([
    { kind: 'negative-balance-protection', minor: 60_000_000n, posting: `withdrawal:${own}:shortfall` },
  ])
})
