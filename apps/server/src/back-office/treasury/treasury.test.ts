import type { OfferedServices, OpsCalls, OpsResultOf } from '@candor/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { customer as accountOf, ofHouse, transfer } from '../../ledger/test-accounts.ts'
import { outsideTransaction } from '../../platform/database/within-transaction.ts'
import { checkChain } from '../../proofs/audit/audit-chain.ts'
import { type CallResponse, resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { verifyIdentity } from '../../testing/test-identity.ts'
import {
  approveProposal,
  proposeTreasury,
  signInOperator,
  type TestOperator,
} from '../../testing/test-operators.ts'

type Treasury = OpsResultOf<OpsCalls['opsTreasury']>

let app: TestApp
let finance: TestOperator
let admin: TestOperator
let reviewer: TestOperator
beforeAll(async () => {
  // No sandbox: nothing is funded, as in every real installation on its first day.
  app = await startTestApp({ sandbox: false })
  finance = await signInOperator(app, 'finance')
  admin = await signInOperator(app, 'admin')
  reviewer = await signInOperator(app, 'reviewer')
})
afterAll(async () => {
  expect(await reconcile(app.db)).toEqual([])
  await app.dispose()
})

const treasury = async () => resultOf<Treasury>(await finance.call('opsTreasury'))
const account = async (place: string, coin = 'USDT') =>
  (await treasury()).accounts.find((one) => one.place === place && one.coin === coin)
const offered = async () => resultOf<OfferedServices>(await app.call('offered'))
const refusedAt = ({ code, result }: CallResponse) => {
  expect(code).toBe(11001)
  return result.issues.map((one) => `${one.path} ${one.code}`)
}
type TreasuryInput = Parameters<typeof proposeTreasury>[1]
const done = async (request: TreasuryInput) => {
  const response = await approveProposal(admin, await proposeTreasury(finance, request))
  expect([response.code, response.text]).toEqual([200, response.text])
}

/** A customer with 10 000 USDT of real money, as a deposit brings it. */
async function depositor() {
  const person = await app.signUp()
  const outcome = await createLedger(app.db, { now: () => app.now() }).post({
    id: `treasury-test:${person.id}`,
    reference: null,
    steps: [transfer('deposit', ofHouse('world', 'USDT'), accountOf(person.id, 'USDT'), 10_000_000_000n)],
  })
  expect(outcome.ok).toBe(true)
  return { ...person, real: { token: person.token, mode: 'real' } as const }
}

test('I11.5: an installation with an empty ledger offers no real trading, loans or conversions, and lists the accounts that lack money', async () => {
  expect(await offered()).toEqual({ trading: false, loans: false, conversions: [] })
  const { accounts, moves } = await treasury()
  expect(moves).toEqual([])
  expect(
    accounts.filter(({ state }) => state === 'lacking').map(({ place, coin }) => `${place} ${coin}`),
  ).toEqual([
    'trading-capital USDT',
    'negative-balance USDT',
    'loan-capital USDT',
    'yield-reserve USDT',
    'conversion USDT',
    'conversion BTC',
    'conversion ETH',
  ])
})

test('I11.5: one operator puts money in, another approves it; the proposer cannot do both, and one transfer is booked once', async () => {
  const request: TreasuryInput = {
    place: 'trading-capital',
    amount: '50000',
    reference: 'SEPA 2026-11-20 / 77',
  }
  const proposed = await proposeTreasury(finance, request)
  expect((await account('trading-capital'))?.balance).toBe('0.000000')
  expect((await approveProposal(finance, proposed)).code).toBe(11008)
  expect((await account('trading-capital'))?.balance).toBe('0.000000')
  // A second proposal of the same transfer waits beside it; only one of both can be approved.
  const again = await proposeTreasury(admin, { ...request, reference: 'sepa 2026-11-20 / 77' })
  expect((await approveProposal(admin, proposed)).code).toBe(200)
  expect(refusedAt(await approveProposal(finance, again))).toEqual(['reference used'])
  expect(refusedAt(await proposeTreasury(finance, request))).toEqual(['reference used'])
  expect(await account('trading-capital')).toMatchObject({
    balance: '50000.000000',
    free: '50000.000000',
    state: 'funded',
  })
  expect((await treasury()).moves).toMatchObject([
    {
      act: 'put-in',
      from: 'world',
      to: 'trading-capital',
      amount: '50000.000000',
      reference: 'SEPA 2026-11-20 / 77',
      proposedBy: finance.email,
      approvedBy: admin.email,
    },
  ])
  // Losses beyond a balance have no payer yet.
  expect((await offered()).trading).toBe(false)
})

test('access: risk reads and proposes nothing, a reviewer sees nothing', async () => {
  const risk = await signInOperator(app, 'risk')
  expect((await risk.call('opsTreasury')).code).toBe(200)
  expect((await proposeTreasury(risk, { place: 'loan-capital', amount: '1' })).code).toBe(11005)
  expect((await reviewer.call('opsTreasury')).code).toBe(11005)
})

test('an invalid move is refused at its field', async () => {
  const at = async (request: Partial<TreasuryInput>) =>
    refusedAt(await proposeTreasury(finance, { place: 'trading-capital', amount: '1', ...request }))
  expect(await at({ place: 'fee-revenue' })).toEqual(['place earned'])
  expect(await at({ place: 'loan-capital', coin: 'BTC' })).toEqual(['coin account'])
  expect(await at({ amount: '0.0000001' })).toEqual(['amount decimal'])
  expect(await at({ act: 'move' })).toEqual(['to required'])
  expect(await at({ act: 'move', to: 'trading-capital' })).toEqual(['to same'])
  expect(await at({ act: 'take-out', place: 'conversion', coin: 'BTC' })).toEqual(['amount short'])
  expect(
    (await proposeTreasury(finance, { place: 'trading-capital', amount: '1', reference: ' ' })).code,
  ).toBe(11001)
})

test('I11.5: funded by two people, it offers conversions and loans, and lends no more than is there', async () => {
  await done({ place: 'negative-balance', amount: '5000' })
  expect((await offered()).trading).toBe(true)
  const borrower = await depositor()
  await verifyIdentity(app, reviewer, borrower)
  const preview = (amount: string) => app.call('previewLoan', { amount, days: 30 }, borrower.real)
  const left = async () => resultOf<{ left: string }>(await app.call('loanLimit', {}, borrower.real)).left
  expect(await preview('500')).toMatchObject({ code: 10015, result: { reason: 'reserve' } })
  expect(await left()).toBe('0.000000')
  await done({ place: 'loan-capital', amount: '700' })
  expect((await offered()).loans).toBe(true)
  expect(await left()).toBe('700.000000')
  expect((await preview('701')).code).toBe(10015)
  expect((await preview('500')).code).toBe(200)
  for (const [coin, amount] of [
    ['BTC', '2'],
    ['USDT', '90000'],
  ] as const)
    await done({ place: 'conversion', coin, amount })
  expect((await offered()).conversions).toEqual(['USDT', 'BTC'])
})

test('I11.5: money set aside cannot be taken out, free money can, and the hash covers what is shown', async () => {
  const borrower = await depositor()
  await verifyIdentity(app, reviewer, borrower)
  const preview = await app.call('previewLoan', { amount: '500', days: 30 }, borrower.real)
  const { agreementHash } = resultOf<{ agreementHash: string }>(preview)
  const signature = (await app.upload(borrower.token, 'signature')).result.fileId
  const loanRequest = { amount: '500', days: 30, agreementHash, signature, signedName: 'Anna Muster' }
  expect((await app.call('loan', loanRequest, borrower.real)).code).toBe(20001)
  expect(await account('loan-capital')).toMatchObject({ held: '500.000000', free: '200.000000' })
  const take = (amount: string) =>
    proposeTreasury(finance, { act: 'take-out', place: 'loan-capital', amount })
  expect(refusedAt(await take('201'))).toEqual(['amount promised'])
  const [one, two] = [await take('200'), await take('150')]
  expect((await approveProposal(admin, one)).code).toBe(200)
  const { sections } = resultOf<{ sections: { title: string }[] }>(
    await admin.call('opsProposal', { id: two.result.id }),
  )
  expect(sections.at(-1)?.title).toBe('Cannot be approved now')
  expect(refusedAt(await approveProposal(admin, two))).toEqual(['amount promised'])
  expect((await offered()).loans).toBe(false)
})

test('I11.5: of two take-outs approved at the same moment the second takes nothing that is promised', async () => {
  const { id } = await depositor()
  const ledger = createLedger(app.db, { now: () => app.now() })
  const [revenue, cover] = [ofHouse('fee-revenue', 'USDT'), ofHouse('negative-balance', 'USDT')]
  // Half of it may still be paid to customers as rebates: promised, and not held.
  const fees = [
    transfer('contract-commission', accountOf(id, 'USDT'), revenue, 50_000_000n, cover),
    transfer('negative-balance-protection', cover, revenue, 50_000_000n),
  ]
  expect(await ledger.post({ id: `fees:${id}`, reference: null, steps: fees })).toMatchObject({ ok: true })
  const take = { act: 'take-out', place: 'fee-revenue', amount: '50' } as const
  const proposals = [await proposeTreasury(finance, take), await proposeTreasury(finance, take)]
  const approvals = await app.db.transaction(async (tx) => {
    await ledger.lock(tx, [revenue])
    const both = proposals.map((one) => approveProposal(admin, one))
    // This transaction waits for theirs; another connection looks on.
    const waiting = sql<{ n: number }>`SELECT count(DISTINCT l.pid)::int AS n
      FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()`
    await outsideTransaction(async () => {
      await expect
        .poll(async () => (await waiting.execute(app.db.query)).rows[0]?.n)
        .toBeGreaterThanOrEqual(2)
    })
    return both
  })
  const codes = (await Promise.all(approvals)).map(({ code }) => code)
  expect(codes.sort((one, other) => one - other)).toEqual([200, 11001])
  expect(await account('fee-revenue')).toMatchObject({ balance: '50.000000', free: '0.000000' })
})

test('I11.5: money moves between own accounts; earnings leave, and a result of hedging is booked in and out', async () => {
  await done({ act: 'move', place: 'trading-capital', to: 'yield-reserve', amount: '1000' })
  expect((await account('yield-reserve'))?.free).toBe('1000.000000')
  await done({ act: 'hedge-in', place: 'trading-capital', amount: '12.5' })
  await done({ act: 'hedge-out', place: 'trading-capital', amount: '2.5' })
  expect((await account('trading-capital'))?.balance).toBe('49010.000000')
  expect((await treasury()).moves.slice(0, 3).map(({ act, from, to }) => [act, from, to])).toEqual([
    ['hedge-out', 'trading-capital', 'world'],
    ['hedge-in', 'world', 'trading-capital'],
    ['move', 'trading-capital', 'yield-reserve'],
  ])
})

test('emptied again, it offers nothing; every act is an entry of the audit log and nothing is ever changed', async () => {
  for (const { place, coin, free } of (await treasury()).accounts)
    if (free !== null && Number(free) > 0) await done({ act: 'take-out', place, coin, amount: free })
  expect(await offered()).toEqual({ trading: false, loans: false, conversions: [] })
  const { rows } = await app.db.pool.query<{ action: string; count: bigint }>(
    "SELECT action, count(*) FROM trust_audit WHERE action LIKE 'treasury%' GROUP BY action ORDER BY action",
  )
  const moves = (await treasury()).moves.length
  expect(rows.find(({ action }) => action === 'treasury.move.approve')?.count).toBe(BigInt(moves))
  expect(await checkChain(app.db)).toMatchObject({ findings: [] })
  await expect(app.db.pool.query("UPDATE treasury_moves SET reason = 'x'")).rejects.toThrow('denied')
})
