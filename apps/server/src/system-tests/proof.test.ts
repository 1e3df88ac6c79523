import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallName, Calls, ResultOf } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { candor } from '../cli/test-candor.ts'
import { checkSignedMessage } from '../funding/chain/signed-message.ts'
import { house } from '../ledger/ledger.ts'
import { createLedger } from '../ledger/postgres-ledger.ts'
import { ofHouse, customer as realOf, transfer } from '../ledger/test-accounts.ts'
import { checkLiabilities, checkOwnProof, type OwnProof } from '../proofs/liabilities/check-liabilities.ts'
import { owedToCustomers } from '../proofs/liabilities/owed-to-customers.ts'
import { publishLiabilities } from '../proofs/liabilities/publish-liabilities.ts'
import { openReceiptSigner } from '../proofs/receipts/receipt-keys.ts'
import { owedInSavings } from '../savings/savings-store.ts'
import { owedInPlans } from '../smart/smart-store.ts'
import { resultOf, startTestApp, type TestApp } from '../testing/test-app.ts'
import { signInOperator } from '../testing/test-operators.ts'
import { msUntilOneOClock } from '../testing/time/test-clock.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.moveClock(msUntilOneOClock(app.now()))
})
afterAll(() => app.dispose())

type Result<N extends CallName> = ResultOf<Calls[N]>
const day = 86_400_000
const clock = { now: () => app.now() }
const checked = () => ({ keys: openReceiptSigner(app.dataDir).keySet, checkSignature: checkSignedMessage })

let credits = 0
async function credit(userId: string, asset: 'USDT' | 'BTC', minor: bigint): Promise<void> {
  credits += 1
  const outcome = await createLedger(app.db, clock).post({
    id: `test-credit:${credits}`,
    reference: null,
    steps: [transfer('deposit', ofHouse('world', asset), realOf(userId, asset), minor)],
  })
  if (!outcome.ok) throw new Error('the credit was refused')
}

const proofOf = async (date = 'latest') =>
  resultOf<Result<'liabilities'>>(await app.call('liabilities', { date }))
const leavesOf = async (token: string, date = 'latest') =>
  resultOf<Result<'liabilityLeaf'>>(await app.call('liabilityLeaf', { date }, { token }))
/** A new day: waits until the running server has published it. */
async function nextDay() {
  await app.moveClock(day)
  const today = new Date(app.now()).toISOString().slice(0, 10)
  await expect.poll(async () => (await proofOf()).proof.document.date).toBe(today)
  return proofOf()
}
const ownProof = async (token: string): Promise<OwnProof> => {
  const [{ proof }, { leaves }] = await Promise.all([proofOf(), leavesOf(token)])
  return { proof, leaves }
}

test('T15: each day the sum owed is published, and every customer finds their own part in it, plans included', async () => {
  const people = await Promise.all([app.signUp(), app.signUp(), app.signUp()])
  const [ana, ben, cleo] = people
  if (ana === undefined || ben === undefined || cleo === undefined) throw new Error('three signed up')
  await credit(ana.id, 'USDT', 1_500_000_000n)
  await credit(ana.id, 'BTC', 25_000_000n)
  await credit(ben.id, 'USDT', 70_000_001n)
  const plan = { productId: 'harbour', days: 30, amount: '500' }
  expect((await app.call('buySmart', plan, { token: ana.token, mode: 'real' })).code).toBe(20004)

  const { proof } = await nextDay()
  const usdt = proof.document.assets.find(({ asset }) => asset === 'USDT')
  const ledger = (await owedToCustomers(app.db, [owedInPlans, owedInSavings])).ledger.get('USDT')
  expect(usdt).toMatchObject({ customers: 2, held: [] })
  // A day's yield of the plan may have been paid between the proof and now.
  expect(Number(usdt?.owed)).toBeLessThanOrEqual(Number(ledger) / 1e6)
  expect(proof.document.assets.find(({ asset }) => asset === 'ETH')).toMatchObject({
    root: null,
    owed: '0.000000000',
  })

  const { leaves } = await leavesOf(ana.token)
  expect(leaves.map(({ asset, inPlans }) => [asset, inPlans])).toEqual([
    ['USDT', '500.000000'],
    ['BTC', '0.00000000'],
  ])
  expect((await leavesOf(cleo.token)).leaves).toEqual([])
  for (const { token } of [ana, ben])
    expect(await checkOwnProof(await ownProof(token), checked())).toEqual([])
})

test('T15: somebody else’s leaf, another amount and another root are all found by whoever checks', async () => {
  const person = await app.signUp()
  await credit(person.id, 'USDT', 42_000_000n)
  await nextDay()
  const own = await ownProof(person.token)
  const [leaf] = own.leaves
  if (leaf === undefined) throw new Error('the person has a leaf')
  const faulty: OwnProof[] = [
    { ...own, leaves: [{ ...leaf, customer: '01890000-0000-7000-8000-000000000000' }] },
    { ...own, leaves: [{ ...leaf, amount: '41.000000' }] },
    { ...own, leaves: [{ ...leaf, path: leaf.path.slice(1) }] },
    { ...own, proof: { ...own.proof, document: { ...own.proof.document, date: '2020-01-01' } } },
  ]
  for (const one of faulty) expect(await checkOwnProof(one, checked())).not.toEqual([])
})

test('T15: the command line refuses a downloaded proof in which a number was changed', async () => {
  const person = await app.signUp()
  await credit(person.id, 'USDT', 9_000_000n)
  await nextDay()
  const own = await ownProof(person.token)
  const [leaf] = own.leaves
  const file = join(app.dataDir, 'proof.json')
  writeFileSync(file, JSON.stringify({ ...own, leaves: [leaf, { ...leaf, amount: '9.500000' }] }))
  expect(await candor('verify-liabilities', file, '--data', app.dataDir)).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^not valid\n9\.500000 USDT: not part of what was published \(otherRoot\)\n$/),
  })
})

test('T15: a node changed behind the product’s back, and a proof that somebody kept, tell on the database’s owner', async () => {
  const { proof } = await proofOf()
  const findings = async () => (await checkLiabilities(app.db, checked(), [])).findings
  expect(await findings()).toEqual([])
  const change = `WITH one AS (SELECT ctid FROM trust_liability_nodes WHERE date = $1 AND level = 0 LIMIT 1)
    UPDATE trust_liability_nodes SET minor = minor + $2 WHERE ctid IN (SELECT ctid FROM one) RETURNING position`
  await expect(app.db.pool.query(change, [proof.document.date, 1])).rejects.toThrow(/permission denied/)
  await expect(app.db.pool.query(`UPDATE trust_liabilities SET document = '{}'`)).rejects.toThrow(
    /permission denied/,
  )
  const elsewhere = { ...proof.document, at: new Date(0).toISOString() }
  expect((await checkLiabilities(app.db, checked(), [elsewhere])).findings).toEqual([
    `the proof of ${proof.document.date} that was saved is not published here any more`,
  ])
})

test('T15: what the leaves add up to is the ledger’s own sum in the same snapshot, while money keeps moving', async () => {
  const people = await Promise.all([app.signUp(), app.signUp()])
  let running = true
  const moving = (async () => {
    while (running) for (const { id } of people) await credit(id, 'USDT', 1_000_001n)
  })()
  try {
    for (let turn = 0; turn < 15; turn += 1) {
      const { owed, ledger } = await owedToCustomers(app.db, [owedInPlans, owedInSavings])
      const sum = owed.filter(({ asset }) => asset === 'USDT').reduce((total, { minor }) => total + minor, 0n)
      expect(sum).toBe(ledger.get('USDT'))
    }
  } finally {
    running = false
    await moving
  }
})

test('T15: nothing is published when leaves and ledger disagree', async () => {
  const store = { db: app.db, clock: { now: () => app.now() + day } }
  const source = {
    held: async () => [],
    owed: async () => ({
      owed: [{ userId: house, asset: 'USDT' as const, minor: 5n, inPlans: 0n }],
      ledger: new Map([['USDT' as const, 6n]]),
    }),
  }
  await expect(publishLiabilities(store, openReceiptSigner(app.dataDir).sign, source)).rejects.toThrow(
    'add up to 5, the ledger says 6',
  )
})

test('T15, T10: what is said to be held is said by two people, stands in the next proof as stated, and refusals name their field', async () => {
  const [fay, fred] = [await signInOperator(app, 'finance'), await signInOperator(app, 'finance')]
  const place = {
    name: 'Cold wallet',
    asset: 'USDT',
    network: 'ERC20',
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    stated: '2500',
    reason: 'counted today',
  }
  for (const [change, path] of [
    [{ stated: '-1' }, 'stated'],
    [{ address: 'nowhere' }, 'address'],
    [{ address: null }, 'address'],
    [{ network: 'BTC' }, 'network'],
  ] as const) {
    const { code, result } = await fay.call('opsProposeHolding', { ...place, ...change })
    expect([code, result.issues[0]?.path]).toEqual([11001, path])
  }
  const { result } = await fay.call('opsProposeHolding', place)
  const { shownHash } = (await fred.call('opsProposal', { id: result.id })).result
  expect((await fay.call('opsApproveProposal', { id: result.id, shownHash })).code).toBe(11008)
  expect((await fred.call('opsApproveProposal', { id: result.id, shownHash })).code).toBe(200)
  expect((await fay.call('opsHoldings')).result).toMatchObject([
    { name: 'Cold wallet', version: 1, checkable: false },
  ])
  const { proof } = await nextDay()
  expect(proof.document.assets.find(({ asset }) => asset === 'USDT')?.held).toMatchObject([
    { name: 'Cold wallet', stated: '2500.000000', onChain: null, basis: 'stated' },
  ])
})

test('calls, conventions: a day without a proof is not found, and a day is a day', async () => {
  expect(await app.call('liabilities', { date: '2001-01-01' })).toMatchObject({ status: 404, code: 11004 })
  expect((await app.call('liabilities', { date: 'yesterday' })).code).toBe(11001)
})
