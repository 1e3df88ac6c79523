import type {
  CaseHits,
  HitExplanation,
  MonitoringRuleData,
  MonitoringTestPage,
  OpsCalls,
  OpsResultOf,
} from '@candor/contract'
import { dayMs, hourMs } from '@candor/rules/time-units.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../testing/test-app.ts'
import { approveProposal, signInOperator, type TestOperator } from '../testing/test-operators.ts'
import { type TestMoney, TestTransactions } from '../testing/test-transactions.ts'

type Rules = OpsResultOf<OpsCalls['opsMonitoringRules']>['rules']
type Versions = OpsResultOf<OpsCalls['opsMonitoringRuleVersions']>['versions']

let app: TestApp
let made: TestTransactions
let risk: TestOperator
let finance: TestOperator
let reviewer: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  made = new TestTransactions(app)
  risk = await signInOperator(app, 'risk')
  finance = await signInOperator(app, 'finance')
  reviewer = await signInOperator(app, 'reviewer')
})
afterAll(() => app.dispose())

const usdt = (amount: number): TestMoney => {
  const minor = BigInt(Math.round(amount * 1_000_000))
  return { coin: 'USDT', minor, value: minor }
}
const guidance = { severity: 'high', on: true, guidance: 'look at it' } as const
const amountRule = (name: string, atLeast: string): MonitoringRuleData => ({
  ...{ kind: 'amount', name, ...guidance, appliesTo: 'both', asset: 'USDT', atLeast },
})
const newPerson = async () => (await app.signUp()).id
const rules = async () => resultOf<{ rules: Rules }>(await reviewer.call('opsMonitoringRules')).rules
const propose = (rule: object, id?: string) =>
  risk.call('opsProposeMonitoringRule', {
    ...{ rule, reason: 'a pattern we saw' },
    ...(id === undefined ? {} : { id }),
  })
const issueOf = ({ code, result }: { code: number; result: unknown }) => {
  const [first] = (result as { issues: { path: string; code: string }[] }).issues
  return `${code} ${first?.path} ${first?.code}`
}
/** Runs a test to its end. */
async function tested(input: object, by = risk) {
  const pages: MonitoringTestPage[] = []
  let cursor: string | null = null
  do {
    const page: MonitoringTestPage = resultOf<MonitoringTestPage>(
      await by.call('opsTestMonitoringRule', { ...input, ...(cursor === null ? {} : { cursor }) }),
    )
    pages.push(page)
    cursor = page.nextCursor
  } while (cursor !== null)
  return {
    looked: pages.reduce((sum, { looked }) => sum + looked, 0),
    hits: pages.flatMap(({ hits }) => hits),
  }
}
const holds = async (kind: 'withdrawal' | 'recharge', id: string) => {
  expect((await reviewer.call('opsClaim', { kind, id })).code).toBe(200)
  return async () => resultOf<CaseHits>(await reviewer.call('opsCaseHits', { kind, id }))
}

test('I16.8: the product comes with seven rules that are on, each with its condition in a sentence', async () => {
  const all = await rules()
  expect(all.every(({ rule, version, hits }) => rule.on && version === 1 && hits === 0)).toBe(true)
  expect(all.map(({ rule, condition }) => [rule.name, condition])).toEqual([
    [
      'In and out without trading',
      'A withdrawal of 500 USDT or more, with less than 10% of the deposits of 30 days traded',
    ],
    ['Large amount', 'A deposit or withdrawal of 10,000 USDT or more'],
    ['Large withdrawals in a week', 'Withdrawals of 25,000 USDT or more within 7 days'],
    ['Many deposits in a day', '10 or more deposits within 24 hours'],
    ['Many withdrawals in a day', '5 or more withdrawals within 24 hours'],
    ['New destination', 'A withdrawal of 5,000 USDT or more to a destination added less than 3 days before'],
    ['Round trip', '80% or more of at least 1,000 USDT paid in goes out within 7 days'],
  ])
})

test('I16.8: two people change a rule, each version stays with its reason, and a hit keeps the version that made it', async () => {
  const first = amountRule('Two people', '777')
  const proposed = await propose(first)
  const { id: proposalId } = resultOf<{ id: string }>(proposed)
  const shown = resultOf<{ summary: string; shownHash: string }>(
    await finance.call('opsProposal', { id: proposalId }),
  )
  expect(shown.summary).toBe('New monitoring rule Two people')
  const own = { id: proposalId, shownHash: shown.shownHash }
  expect((await risk.call('opsApproveProposal', own)).code).toBe(11008)
  expect((await rules()).some(({ rule }) => rule.name === 'Two people')).toBe(false)
  expect((await approveProposal(finance, proposed)).code).toBe(200)
  const id = (await rules()).find(({ rule }) => rule.name === 'Two people')?.id ?? ''

  const person = await newPerson()
  const at = app.now()
  const hit = await made.withdraw(person, at, usdt(777))
  await made.withdraw(person, at + 1, usdt(776.999999))
  expect((await made.hitsOf(id)).map((row) => row.transaction_id)).toEqual([hit])

  const second = { ...first, atLeast: '778' }
  const [one, other] = [await propose(second, id), await propose(second, id)]
  expect((await approveProposal(finance, one)).code).toBe(200)
  expect((await approveProposal(finance, other)).code).toBe(11001)
  await made.withdraw(person, at + 2, usdt(777))
  expect(await made.hitsOf(id)).toHaveLength(1)

  const { versions } = resultOf<{ versions: Versions }>(
    await reviewer.call('opsMonitoringRuleVersions', { id }),
  )
  expect(versions).toMatchObject([
    { version: 2, rule: { atLeast: '778' }, reason: 'a pattern we saw' },
    { version: 1, rule: { atLeast: '777' }, proposedBy: risk.email, approvedBy: finance.email },
  ])
  const read = await holds('withdrawal', hit)
  expect((await read()).hits).toMatchObject([
    {
      ...{ rule: { id, version: 1, rule: { atLeast: '777' } }, confirmed: true },
      ...{ text: '777 USDT, worth 777 USDT.', transaction: { kind: 'withdrawal', id: hit } },
      explanation: { value: '777.000000', counted: [{ id: hit, amount: '777.000000' }], more: 0 },
    },
  ])
  const audit = await app.db.query
    .selectFrom('trust_audit')
    .select(['action'])
    .where('subject', '=', `proposal:${proposalId}`)
    .execute()
  expect(audit.length).toBeGreaterThanOrEqual(2)
  expect((await approveProposal(finance, await propose({ ...second, on: false }, id))).code).toBe(200)
  await made.withdraw(person, at + 3, usdt(9_000))
  expect(await made.hitsOf(id)).toHaveLength(1)
})

test('I16.8: a rule is refused at its field, and by the roles that do not decide about rules', async () => {
  const rule = amountRule('Refused', '1')
  expect(issueOf(await propose({ ...rule, atLeast: '1.0000001' }))).toBe('11001 rule.atLeast too-fine')
  expect(issueOf(await propose({ ...rule, atLeast: '0' }))).toBe('11001 rule.atLeast positive')
  expect(issueOf(await propose({ ...rule, name: ' ' }))).toBe('11001 rule.name too_small')
  expect(issueOf(await propose({ ...rule, name: 'large AMOUNT' }))).toBe('11001 rule.name taken')
  const { asset: _, ...shared } = rule as Extract<MonitoringRuleData, { kind: 'amount' }>
  const velocity = { ...shared, kind: 'velocity', measure: 'count', windowHours: 24 }
  expect(issueOf(await propose({ ...velocity, atLeast: '2.5' }))).toBe('11001 rule.atLeast whole-number')
  expect(issueOf(await propose({ ...velocity, atLeast: '1' }))).toBe('11001 rule.atLeast whole-number')
  expect(issueOf(await propose({ ...velocity, windowHours: 2_161, atLeast: '2' }))).toBe(
    '11001 rule.windowHours too_big',
  )
  expect(issueOf(await propose({ ...velocity, kind: 'roundTrip', withinDays: 1, percent: 1 }))).toBe(
    '11001 rule.appliesTo invalid_value',
  )
  const large = (await rules()).find((one) => one.rule.name === 'Large amount')
  expect(issueOf(await propose(large?.rule ?? {}, large?.id))).toBe('11001 rule.name unchanged')
  expect(issueOf(await propose({ ...velocity, name: 'Large amount', atLeast: '2' }, large?.id))).toBe(
    '11001 rule.kind fixed',
  )
  expect((await propose(rule, '00000000-0000-4000-8000-000000000000')).code).toBe(11004)
  for (const name of ['opsProposeMonitoringRule', 'opsTestMonitoringRule'] as const)
    expect((await reviewer.call(name, { rule, reason: 'a pattern' })).code).toBe(11005)
  expect((await risk.call('opsTestMonitoringRule', { rule, days: 31 })).code).toBe(11001)
  expect((await risk.call('opsTestMonitoringRule', { rule, cursor: 'x' })).code).toBe(11001)
})

test('I16.8: money in and out again without trading is explained to who holds the case, with the transactions it counted', async () => {
  const person = await newPerson()
  const at = app.now() - 2 * dayMs
  await made.addDestination(person, at - hourMs)
  const paid = await made.deposit(person, at, usdt(6_000))
  await made.credit(person, paid, at + 1, 6_000_000_000n)
  // Demo money is traded, which is no trading.
  await made.trade(person, at + 2, 60_000_000_000n, 'demo')
  await made.trade(person, at + 2, 599_000_000n)
  const out = await made.withdraw(person, at + hourMs, usdt(5_000))
  const ref = { kind: 'withdrawal', id: out }
  expect((await reviewer.call('opsCaseHits', ref)).code).toBe(11007)
  expect((await risk.call('opsCaseHits', ref)).code).toBe(11005)
  const read = await holds('withdrawal', out)
  const { hits, earlier } = await read()
  expect(hits.map(({ rule, confirmed }) => [rule.rule.name, confirmed])).toEqual([
    ['Round trip', true],
    ['In and out without trading', true],
    ['New destination', true],
  ])
  const minute = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  expect(hits.map(({ text }) => text)).toEqual([
    `Since ${minute(at + hourMs - 7 * dayMs)} 6,000 USDT were paid in and 5,000 USDT taken out.`,
    `Since ${minute(at + hourMs - 30 * dayMs)} 6,000 USDT were paid in, 599 USDT traded and 5,000 USDT taken out.`,
    `The destination was added 2 hours before, at ${minute(at - hourMs)}; the withdrawal is worth 5,000 USDT.`,
  ])
  expect(hits[1]?.explanation).toMatchObject({
    ...{ paidIn: '6000.000000', paidOut: '5000.000000', traded: '599.000000' },
    counted: [
      { kind: 'deposit', id: paid, value: '6000.000000' },
      { kind: 'withdrawal', id: out },
    ],
  })
  expect(earlier).toEqual([])
  const looks = await app.db.query
    .selectFrom('trust_audit')
    .select('actor')
    .where('action', '=', 'withdrawal.view-hits')
    .where('subject', '=', `withdrawal:${out}`)
    .execute()
  expect(looks).toEqual([{ actor: reviewer.id }])
  // A hundredth more of trading, and it is ten percent.
  await made.trade(person, at + 3, 1_000_000n)
  expect((await read()).hits.map(({ confirmed }) => confirmed)).toEqual([true, false, true])
  const later = await made.withdraw(person, at + 2 * hourMs, usdt(500))
  const next = await (await holds('withdrawal', later))()
  expect(next.hits.map(({ rule }) => rule.rule.name)).toEqual(['Round trip'])
  expect(next.earlier.map(({ transaction }) => transaction.id)).toEqual([out, out, out])
})

test('I16.8: requests by customers are monitored: a deposit when it is reported and when it is credited', async () => {
  const { token, id: userId } = await app.signUp()
  await made.addRule({ ...amountRule('Three hundred', '300'), appliesTo: 'deposits' } as MonitoringRuleData)
  const request = { coin: 'USDT', network: 'ERC20', amount: '300', hash: 'ab'.repeat(32) }
  const { id } = (await app.call('recharge', request, { token, mode: 'real' })).result
  const stored = await app.db.query
    .selectFrom('monitoring_hits')
    .select(['transaction_id', 'kind', 'stage', 'at'])
    .where('user_id', '=', userId)
    .execute()
  expect(stored).toMatchObject([{ transaction_id: id, kind: 'deposit', stage: 'requested' }])
  const read = await holds('recharge', String(id))
  expect((await read()).hits).toMatchObject([{ rule: { rule: { name: 'Three hundred' } }, confirmed: true }])
})

/** One step of a customer's history; each takes an hour. */
const step = fc.record({
  who: fc.nat({ max: 1 }),
  what: fc.constantFrom(
    'deposit',
    'deposit',
    'credit',
    'reject',
    'withdraw',
    'withdraw',
    'cancel',
    'trade',
    'place',
  ),
  units: fc.integer({ min: 1, max: 9 }),
  coin: fc.constantFrom<'USDT' | 'BTC'>('USDT', 'USDT', 'BTC'),
  hours: fc.constantFrom(0, 1, 1, 12, 24, 72),
})

const drafts: readonly MonitoringRuleData[] = [
  { ...amountRule('p amount', '5') },
  { kind: 'amount', name: 'p coin', ...guidance, appliesTo: 'both', asset: 'BTC', atLeast: '0.00000004' },
  {
    ...{ kind: 'velocity', name: 'p count', ...guidance, appliesTo: 'both', measure: 'count' },
    ...{ windowHours: 24, atLeast: '3' },
  },
  {
    ...{ kind: 'velocity', name: 'p sum', ...guidance, appliesTo: 'withdrawals', measure: 'sum' },
    ...{ windowHours: 72, atLeast: '9' },
  },
  {
    ...{ kind: 'roundTrip', name: 'p trip', ...guidance, appliesTo: 'withdrawals', withinDays: 5 },
    ...{ percent: 60, atLeast: '2' },
  },
  {
    ...{ kind: 'inOutWithoutTrading', name: 'p idle', ...guidance, appliesTo: 'withdrawals' },
    ...{ withinDays: 5, tradedBelowPercent: 100, atLeast: '2' },
  },
  {
    ...{ kind: 'newDestination', name: 'p new', ...guidance, appliesTo: 'withdrawals' },
    ...{ youngerThanHours: 24, atLeast: '3' },
  },
]

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

interface WaitingDeposit {
  readonly id: string
  readonly coin: 'USDT' | 'BTC'
}

/** A customer whose history is made up, step by step. */
class MadeUpCustomer {
  private readonly deposits: WaitingDeposit[] = []
  private readonly withdrawals: string[] = []
  private readonly userId: string

  constructor(userId: string) {
    this.userId = userId
  }

  async take({ what, units, coin }: Step, at: number): Promise<void> {
    const whole = BigInt(units) * 1_000_000n
    const minor = coin === 'USDT' ? whole : BigInt(units)
    const money = { coin, minor, value: coin === 'BTC' && units === 9 ? null : whole } as const
    const acts: Record<Step['what'], () => Promise<unknown>> = {
      deposit: async () =>
        this.deposits.push({ id: await made.deposit(this.userId, at, money), coin: money.coin }),
      credit: () =>
        this.decide(({ id, coin: paid }) =>
          made.credit(this.userId, id, at, paid === 'USDT' ? whole : BigInt(units)),
        ),
      reject: () => this.decide(({ id }) => made.reject(id, at)),
      withdraw: async () => this.withdrawals.push(await made.withdraw(this.userId, at, money)),
      cancel: async () => {
        const id = this.withdrawals.pop()
        if (id !== undefined) await made.cancel(id, at)
      },
      trade: () => made.trade(this.userId, at, whole),
      place: () => made.addDestination(this.userId, at),
    }
    await acts[what]()
  }

  private async decide(act: (deposit: WaitingDeposit) => Promise<void>): Promise<void> {
    const first = this.deposits.shift()
    if (first !== undefined) await act(first)
  }
}

/** Leaves out what a test does not list of many counted transactions. */
function asTested({ counted, more, ...figures }: HitExplanation): HitExplanation {
  const listed = counted.slice(-10)
  return { ...figures, counted: listed, more: more + counted.length - listed.length }
}

/** Returns the first hit of each transaction, as a test would list it. */
async function storedHits(ruleId: string): Promise<Map<string, object>> {
  const hits = await made.hitsOf(ruleId)
  return new Map(hits.toReversed().map((hit) => [hit.transaction_id, asTested(hit.explanation)]))
}

test('I16.8: a test of past transactions says what was said when they arrived, for any history', async () => {
  const ids: string[] = []
  for (const draft of drafts) ids.push(await made.addRule(draft))
  const madeUp = new Set<string>()
  const seen = new Set<string>()
  const compare = async (rule: MonitoringRuleData, id: string) => {
    const stored = await storedHits(id)
    const { hits } = await tested({ rule, id, days: 90 })
    const ofMadeUp = hits.filter(({ userId }) => madeUp.has(userId))
    expect(new Map(ofMadeUp.map((hit) => [hit.id, hit.draft?.explanation]))).toEqual(stored)
    for (const { draft, inForce } of ofMadeUp) expect(inForce).toEqual(draft)
    if (stored.size > 0) seen.add(rule.name)
  }
  const run = async (steps: readonly Step[]) => {
    const pair = [await newPerson(), await newPerson()]
    const people = pair.map((id) => new MadeUpCustomer(id))
    for (const id of pair) madeUp.add(id)
    let at = app.now() - 80 * dayMs
    for (const one of steps) {
      at += one.hours * hourMs + 1
      await people[one.who]?.take(one, at)
    }
    for (const [number, rule] of drafts.entries()) await compare(rule, ids[number] ?? '')
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 45, size: 'max' }), run), {
    ...{ numRuns: 6, seed: 8, endOnFailure: true },
  })
  expect([...seen].sort()).toEqual(drafts.map(({ name }) => name).sort())
})

test('I16.8: a test compares a draft with the version in force, page after page, and says of each what it is', async () => {
  const id = await made.addRule(amountRule('Compared', '50000'))
  const person = await newPerson()
  const at = app.now() - 1_000
  const small = await made.withdraw(person, at, usdt(40_000))
  const large = await made.withdraw(person, at + 1, usdt(60_000))
  const both = await tested({ rule: amountRule('Compared', '30000'), id, days: 7 })
  const sides = both.hits
    .filter(({ userId }) => userId === person)
    .map(({ id: one, draft, inForce }) => [one, draft !== null, inForce !== null])
  expect(sides).toEqual([
    [small, true, false],
    [large, true, true],
  ])
  const narrower = await tested({ rule: amountRule('Compared', '70000'), id, days: 7 })
  expect(narrower.hits.map(({ id: one, draft }) => [one, draft])).toEqual([[large, null]])
  const alone = await tested({ rule: amountRule('New', '50000'), days: 7 })
  expect(alone.hits.map(({ id: one, inForce }) => [one, inForce])).toEqual([[large, null]])
  const noted = await app.db.query
    .selectFrom('trust_audit')
    .select('actor')
    .where('action', '=', 'monitoring.test')
    .where('subject', '=', 'monitoring:new')
    .execute()
  expect(noted).toEqual([{ actor: risk.id }])
})
