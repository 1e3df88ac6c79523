import { afterAll, beforeAll, expect, test } from 'vitest'
import { house } from '../../ledger/ledger.ts'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { checkChain } from '../../proofs/audit/audit-chain.ts'
import { type CallResponse, resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { verifyIdentity } from '../../testing/test-identity.ts'
import { proposeTreasury, signInOperator, type TestOperator } from '../../testing/test-operators.ts'

let app: TestApp
let finance: TestOperator
let admin: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  finance = await signInOperator(app, 'finance')
  admin = await signInOperator(app, 'admin')
})
afterAll(async () => {
  expect(await reconcile(app.db)).toEqual([])
  await app.dispose()
})

type Person = Awaited<ReturnType<TestApp['signUp']>>
const real = (person: Person) => ({ token: person.token, mode: 'real' }) as const
const idOf = (response: CallResponse) => {
  expect([response.code, response.text]).toEqual([200, response.text])
  return response.result.id
}
const refusedAt = ({ code, result }: CallResponse) => {
  expect(code).toBe(11001)
  return result.issues.map((one) => `${one.path} ${one.code}`)
}
const approve = async (id: string, who = admin) => {
  const { shownHash } = (await who.call('opsProposal', { id })).result
  return (await who.call('opsApproveProposal', { id, shownHash })).code
}

/** A customer with 1 000 USDT, as a won contract would bring it. */
async function rich(): Promise<Person> {
  const person = await app.signUp()
  const [from, to] = [
    { class: 'trading-capital', owner: house, asset: 'USDT' },
    { class: 'customer', owner: person.id, asset: 'USDT' },
  ] as const
  const steps = [{ do: 'transfer', kind: 'contract-profit', from, to, minor: 1_000_000_000n }] as const
  const ledger = createLedger(app.db, { now: () => app.now() })
  expect((await ledger.post({ id: `test:${person.id}`, reference: null, steps })).ok).toBe(true)
  return person
}

interface Smart {
  readonly reserve: Readonly<Record<'balance' | 'promised' | 'free', string>>
  readonly products: readonly {
    readonly id: string
    readonly name: string
    readonly sold: boolean
    readonly openPlans: number
  }[]
  readonly changes: readonly object[]
}
const smart = async () => resultOf<Smart>(await finance.call('opsSmart'))
const sold = async () => resultOf<{ id: string; name: string }[]>(await app.call('listSmartProducts'))
const delta = {
  name: 'Delta',
  minAmount: '50',
  maxAmount: '500',
  timeframes: [{ days: 30, dailyYieldMin: '0.0001', dailyYieldMax: '0.0002' }],
  sold: true,
  reason: 'asked for by many',
}

test('T10: a product is proposed by one, published by another, and customers buy it; edited, it never changes what was bought (T18)', async () => {
  const proposed = idOf(await finance.call('opsProposeProduct', delta))
  expect(await approve(proposed, finance)).toBe(11008)
  expect((await sold()).map(({ name }) => name)).not.toContain('Delta')
  expect(await approve(proposed)).toBe(200)
  const product = (await sold()).find(({ name }) => name === 'Delta')
  expect(product).toMatchObject({
    minAmount: '50.000000',
    timeframes: [{ days: 30, dailyYieldMin: '0.0001' }],
  })

  const person = await rich()
  const id = product?.id ?? ''
  const bought = await app.call('buySmart', { productId: id, days: 30, amount: '500' }, real(person))
  expect(bought).toMatchObject({ code: 20004, result: { dailyYield: '0.0002', promised: '3.000000' } })
  const timeframes = [{ days: 7, dailyYieldMin: '0.00005', dailyYieldMax: '0.00005' }]
  const edit = { ...delta, id, name: 'Delta two', timeframes, reason: 'rates have fallen' }
  expect(await approve(idOf(await admin.call('opsProposeProduct', edit)), finance)).toBe(200)
  expect((await sold()).find((one) => one.id === id)).toMatchObject({ name: 'Delta two', timeframes })
  const retire = { ...edit, sold: false, reason: 'enough of them sold' }
  expect(await approve(idOf(await finance.call('opsProposeProduct', retire)))).toBe(200)
  expect((await sold()).map((one) => one.id)).not.toContain(id)
  const again = { productId: id, days: 7, amount: '500' }
  expect((await app.call('buySmart', again, real(await rich()))).code).toBe(10010)

  const plans = resultOf<{ items: object[] }>(await app.call('listSmartOrder', {}, real(person)))
  expect(plans.items).toMatchObject([{ productName: 'Delta', days: 30, dailyYield: '0.0002' }])
  const { products, changes } = await smart()
  expect(products.find((one) => one.id === id)).toMatchObject({
    sold: false,
    openPlans: 1,
    principal: '500.000000',
    promised: '3.000000',
    soldPlans: 1,
    soldAmount: '500.000000',
    yearly: [{ min: '0.01825', max: '0.01825' }],
  })
  const people = { proposedBy: finance.email, approvedBy: admin.email }
  expect(changes).toMatchObject([
    {
      productId: id,
      before: { sold: true },
      after: { sold: false },
      ...people,
      reason: 'enough of them sold',
    },
    { before: { name: 'Delta' }, after: { name: 'Delta two' } },
    { before: null, after: { name: 'Delta', maxAmount: '500.000000' }, ...people },
  ])
  await expect(app.db.pool.query("UPDATE smart_product_changes SET reason = 'x'")).rejects.toThrow('denied')
})

test('a product is refused at its field; one that waits is shown to stand no more, and is not approved, once its name was taken', async () => {
  const call = async (fields: object) =>
    finance.call('opsProposeProduct', { ...delta, name: 'Echo', ...fields })
  expect(refusedAt(await call({ name: 'harbour', maxAmount: '49' }))).toEqual([
    'name taken',
    'maxAmount below-min',
  ])
  const absurd = [{ days: 30, dailyYieldMin: '0.01', dailyYieldMax: '0.02' }]
  expect(refusedAt(await call({ timeframes: absurd }))).toEqual(['timeframes.30 too-high'])
  expect(refusedAt(await call({ minAmount: '50.0000001' }))).toEqual(['minAmount too-fine'])
  expect((await call({ id: 'none' })).code).toBe(11004)
  const [one, other] = [idOf(await call({})), idOf(await call({ name: 'ECHO' }))]
  expect(await approve(one)).toBe(200)
  const { sections } = resultOf<{ sections: { title: string }[] }>(
    await admin.call('opsProposal', { id: other }),
  )
  expect(sections.at(-1)?.title).toBe('Cannot be approved now')
  expect(await approve(other)).toBe(11001)
})

test('T2: the treasury fills the yield reserve and empties it by two people; what plans are promised cannot be taken out', async () => {
  const before = (await smart()).reserve
  const put = await proposeTreasury(finance, { place: 'yield-reserve', amount: '250.5' })
  expect((await smart()).reserve).toEqual(before)
  expect(await approve(idOf(put))).toBe(200)
  const after = (await smart()).reserve
  expect(Number(after.balance) - Number(before.balance)).toBe(250.5)

  const take = (amount: string) =>
    proposeTreasury(finance, {
      act: 'take-out',
      place: 'yield-reserve',
      amount,
      reason: 'too much lies there',
    })
  expect(Number(after.promised)).toBeGreaterThan(0)
  expect(refusedAt(await take(after.balance))).toEqual(['amount promised'])
  // Two that each could be taken, but not both: the second finds only what is promised.
  const [one, two] = [idOf(await take(after.free)), idOf(await take(after.free))]
  expect(await approve(one)).toBe(200)
  expect(await approve(two)).toBe(11001)
  const left = (await smart()).reserve
  expect([left.balance, left.free]).toEqual([after.promised, '0.000000'])
  const plan = { productId: 'harbour', days: 30, amount: '100' }
  expect(await app.call('buySmart', plan, real(await rich()))).toMatchObject({
    code: 10015,
    result: { reason: 'reserve' },
  })
})

test('T1: no triple leads the reserve to a customer but a plan’s yield, and none a customer to the reserve', async () => {
  const { rows } = await app.db.pool.query(
    `SELECT kind, debited_class, credited_class FROM ledger_permitted
      WHERE 'yield-reserve' IN (debited_class, credited_class) AND kind NOT LIKE 'treasury-%'
         OR 'yield-reserve' IN (debited_class, credited_class) AND 'customer' IN (debited_class, credited_class)
      ORDER BY kind, debited_class`,
  )
  expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
    'operator-funding world yield-reserve',
    'plan-penalty plan-principal yield-reserve',
    'plan-yield yield-reserve customer',
  ])
})

interface Offer {
  readonly offer: Readonly<Record<string, unknown>>
  readonly products: readonly { readonly days: number; readonly lent: boolean }[]
  readonly changes: readonly object[]
}
const offer = async () => resultOf<Offer>(await finance.call('opsLoanOffer'))

test('loan products: changed by two, seen by customers at once, and a loan already asked for keeps its terms (T18)', async () => {
  const person = await app.signUp()
  const reviewer = await signInOperator(app, 'reviewer')
  await verifyIdentity(app, reviewer, person)
  const terms = { amount: '1000', days: 15 }
  const { agreementHash } = resultOf<{ agreementHash: string }>(
    await app.call('previewLoan', terms, real(person)),
  )
  const signature = (await app.upload(person.token, 'signature')).result.fileId
  const signed = { ...terms, agreementHash, signature, signedName: 'Ada Okafor' }
  const { id } = (await app.call('loan', signed, real(person))).result

  const read = { amount: '1000', days: 30 }
  const agreed = resultOf<{ agreementHash: string }>(await app.call('previewLoan', read, real(person)))

  const was = (await offer()).offer
  const change = {
    ...was,
    terms: [7, 30, 120],
    freeDays: 5,
    dailyRate: '0.0004',
    reason: 'as decided on Monday',
  }
  const waiting = idOf(await finance.call('opsProposeLoanOffer', change))
  expect(await approve(waiting, finance)).toBe(11008)
  expect(await approve(waiting)).toBe(200)
  const listed = resultOf<{ days: number }[]>(await app.call('listLoanProducts'))
  expect(listed).toMatchObject([7, 30, 120].map((days) => ({ days, freeDays: 5, dailyRate: '0.0004' })))
  expect((await app.call('previewLoan', terms, real(person))).code).toBe(10023)
  // Read before the change and signed after it: nobody gets terms they have not read (ADR-194).
  const late = { ...read, ...agreed, signature, signedName: 'Ada Okafor' }
  expect(refusedAt(await app.call('loan', late, real(person)))).toEqual(['agreementHash changed'])
  expect((await app.call('getLoan', { id }, real(person))).result).toMatchObject({
    days: 15,
    freeDays: 3,
    dailyRate: '0.0003',
  })
  const { products, changes } = await offer()
  expect(products.map(({ days, lent }) => [days, lent])).toEqual([
    [7, true],
    [15, false],
    [30, true],
    [120, true],
  ])
  expect(products[1]).toMatchObject({ waiting: 1, running: 0, owed: '0.000000' })
  const people = { changedBy: finance.email, approvedBy: admin.email, reason: 'as decided on Monday' }
  expect(changes).toHaveLength(3)
  expect(changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ part: 'terms', before: null, after: '7, 30, 120', ...people }),
      expect.objectContaining({ part: 'dailyRate', after: '0.0004', ...people }),
      expect.objectContaining({ part: 'freeDays', after: '5', ...people }),
    ]),
  )
})

test('what cannot be lent is refused at its field, and another role is refused', async () => {
  const now = (await offer()).offer
  const call = async (fields: object, who = finance) =>
    who.call('opsProposeLoanOffer', { ...now, reason: 'as decided on Monday', ...fields })
  expect(refusedAt(await call({}))).toEqual(['terms unchanged'])
  expect(refusedAt(await call({ terms: [366], dailyRate: '0.002' }))).toEqual([
    'terms days',
    'dailyRate too-high',
  ])
  expect(refusedAt(await call({ tier1Most: '90' }))).toEqual(['tier1Most below-minimum'])
  expect((await call({}, await signInOperator(app, 'risk'))).code).toBe(11005)
  expect((await checkChain(app.db)).findings).toEqual([])
  const { items } = (await admin.call('opsAudit', { limit: 100 })).result as { items: readonly object[] }
  const actions = items.map((one) =>
    Object.values(one).find((value) => /^(smart|loans)\..*approve$/.test(value)),
  )
  expect(new Set(actions.filter(Boolean))).toEqual(new Set(['smart.product.approve', 'loans.offer.approve']))
})
