import fc from 'fast-check'
import { systemClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AccountRef, Ledger, Posting, Reservation, Step } from '../ledger.ts'
import { house } from '../ledger.ts'
import { createLedger } from '../postgres-ledger.ts'
import { reconcile } from '../reconciliation/reconcile.ts'
import { customer, houseClasses, ofHouse } from '../test-accounts.ts'
import { ModelLedger } from './model-ledger.ts'

/** The real ledger and what the model made of the same steps; `seen` counts every outcome met. */
export interface Compared {
  readonly db: Database
  readonly ledger: Ledger
  readonly seen: Map<string, number>
}

const lateMs = 32_503_680_000_000
const owners = ['ann', 'bob', 'cy'] as const
const opened: readonly AccountRef[] = [
  ...(['DEMO', 'USDT'] as const).flatMap((asset) => [
    ...houseClasses.map((name) => ofHouse(name, asset)),
    ...owners.map((owner) => customer(owner, asset)),
  ]),
]

const asset = fc.constantFrom('DEMO', 'DEMO', 'DEMO', 'USDT' as const)
const anyone = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ owner: fc.constantFrom(...owners), asset }).map((a) => customer(a.owner, a.asset)),
  },
  {
    weight: 4,
    arbitrary: fc
      .record({ name: fc.constantFrom(...houseClasses), asset })
      .map((a) => ofHouse(a.name, a.asset)),
  },
  { weight: 1, arbitrary: fc.constantFrom(customer('stranger'), customer('ann', 'BTC')) },
)
const minor = fc.oneof(
  { weight: 8, arbitrary: fc.bigInt({ min: 1n, max: 500n }) },
  { weight: 1, arbitrary: fc.constantFrom(0n, -1n, -7n, 100_000n) },
)
const holdId = fc.integer({ min: 0, max: 30 }).map((n) => `hold-${n}`)
const account = (
  name: 'customer' | (typeof houseClasses)[number],
  of: 'DEMO' | 'USDT',
  owner: string,
): AccountRef => ({
  class: name,
  owner: name === 'customer' ? owner : house,
  asset: of,
})
const routes = [
  ['demo-grant', 'world', 'customer'],
  ['demo-reset', 'customer', 'world'],
  ['operator-funding', 'world', 'trading-capital'],
  ['operator-funding', 'world', 'negative-balance'],
  ['contract-profit', 'trading-capital', 'customer'],
  ['contract-loss', 'customer', 'trading-capital'],
  ['contract-commission', 'customer', 'fee-revenue'],
  ['contract-swap', 'customer', 'swap-revenue'],
  ['contract-swap-credit', 'swap-revenue', 'customer'],
] as const

/** Mostly what the product does, so that money gets around… */
const sensible: fc.Arbitrary<Step> = fc
  .record({
    route: fc.constantFrom(...routes),
    of: asset,
    owner: fc.constantFrom(...owners),
    minor,
    covered: fc.boolean(),
  })
  .map(({ route: [kind, from, to], of, owner, minor: amount, covered }) => ({
    do: 'transfer',
    kind,
    from: account(from, of, owner),
    to: account(to, of, owner),
    minor: amount,
    ...(covered && from === 'customer' ? { coverFrom: ofHouse('negative-balance', of) } : {}),
  }))

/** …and now and then anything at all. */
const wild: fc.Arbitrary<Step> = fc
  .record({
    kind: fc.constantFrom(...routes.map(([kind]) => kind), 'negative-balance-protection', 'gift'),
    from: anyone,
    to: anyone,
    minor,
    coverFrom: fc.option(anyone),
  })
  .map(({ coverFrom, ...step }) => ({ do: 'transfer', ...step, ...(coverFrom ? { coverFrom } : {}) }))

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 30, arbitrary: sensible },
  { weight: 2, arbitrary: wild },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('hold' as const),
      holdId,
      account: anyone,
      minor,
      purpose: fc.constantFrom('margin', 'order', 'other' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('repurpose' as const),
      holdId,
      purpose: fc.constant('margin' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('release' as const), holdId, minor: fc.option(minor) }),
  },
)

/** Of the engine that never led, whose number every new database has. */
const reservation: fc.Arbitrary<Reservation> = fc.record({
  fence: fc.constantFrom(0n, 0n, 0n, 0n, 1n),
  number: fc.bigInt({ min: 1n, max: 4_000n }),
  account: anyone,
  minor,
  until: fc.constantFrom(lateMs, lateMs, lateMs, 1),
})

const plainPosting: fc.Arbitrary<Posting> = fc.record({
  id: fc.integer({ min: 0, max: 12_000 }).map((n) => `posting-${n}`),
  reference: fc.option(fc.string({ unit: 'grapheme-ascii', maxLength: 8 })),
  steps: fc.oneof(
    { weight: 5, arbitrary: step.map((one) => [one]) },
    { weight: 4, arbitrary: fc.array(step, { minLength: 0, maxLength: 4, size: 'max' }) },
  ),
})

const posting: fc.Arbitrary<Posting> = fc
  .tuple(plainPosting, fc.option(reservation))
  .map(([plain, promised]) => (promised === null ? plain : { ...plain, reservation: promised }))

type Command = fc.AsyncCommand<ModelLedger, Compared>

function compare(
  model: ModelLedger,
  real: Compared,
  postings: readonly Posting[],
  outcomes: readonly unknown[],
): void {
  const expected = model.call(postings)
  for (const outcome of expected) {
    const name = outcome.ok ? (outcome.repeated ? 'repeated' : 'done') : outcome.why
    real.seen.set(name, (real.seen.get(name) ?? 0) + 1)
  }
  const [actual, modelled] = [asText(outcomes), asText(expected)]
  if (actual !== modelled) throw new Error(`the ledger answered ${actual}, the model ${modelled}`)
}

const asText = (value: unknown): string =>
  JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? `${item}n` : item))

const inTransaction = (postings: readonly Posting[]): Command => ({
  check: () => true,
  run: async (model, real) => {
    compare(model, real, postings, await real.ledger.transaction((tx) => real.ledger.postIn(tx, postings)))
  },
  toString: () => `postIn ${asText(postings)}`,
})

const alone = (one: Posting): Command => ({
  check: () => true,
  run: async (model, real) => compare(model, real, [one], [await real.ledger.post(one)]),
  toString: () => `post ${asText(one)}`,
})

const rolledBack = (postings: readonly Posting[]): Command => ({
  check: () => true,
  run: async (_, { ledger }) => {
    const failing = ledger.transaction(async (tx) => {
      await ledger.postIn(tx, postings)
      throw new Error('rolled back')
    })
    await failing.catch((error: Error) => {
      if (error.message !== 'rolled back') throw error
    })
  },
  toString: () => `rolled back ${asText(postings)}`,
})

const addsUp: Command = {
  check: () => true,
  run: async (model, { db, ledger }) => {
    const findings = await reconcile(db)
    if (findings.length > 0) throw new Error(findings.join('; '))
    for (const owner of owners) {
      for (const { asset: of, balanceMinor, heldMinor } of await ledger.balancesOf(owner)) {
        const expected = asText(model.of(customer(owner, of)))
        if (asText([balanceMinor, heldMinor]) !== expected)
          throw new Error(`${owner} in ${of} should have ${expected}`)
      }
    }
  },
  toString: () => 'reconcile',
}

/** Everybody starts with something, or most steps would only be refused. */
const funded = inTransaction([
  ...owners.map((owner) => start(owner, 'demo-grant', customer(owner), 2_000n)),
  start('capital', 'operator-funding', ofHouse('trading-capital'), 1_000n),
  start('protection', 'operator-funding', ofHouse('negative-balance'), 300n),
])

function start(name: string, kind: string, to: AccountRef, amount: bigint): Posting {
  return {
    id: `start-${name}`,
    reference: null,
    steps: [{ do: 'transfer', kind, from: ofHouse('world'), to, minor: amount }],
  }
}

const commands = (most: number): fc.Arbitrary<Iterable<Command>> =>
  fc.commands(
    [
      // Most often many at once: that is how postings come, and a step then costs no round trip of its own.
      ...Array.from({ length: 6 }, () =>
        fc.array(posting, { minLength: 1, maxLength: 60, size: 'max' }).map(inTransaction),
      ),
      posting.map(alone),
      posting.map(alone),
      fc.array(posting, { minLength: 1, maxLength: 3 }).map(rolledBack),
      fc.constant(addsUp),
    ],
    { maxCommands: most, size: 'max' },
  )

export interface CompareOptions {
  readonly runs: number
  readonly commandsPerRun: number
  readonly seed?: number
  /** A migrated, empty database for one run. */
  readonly fresh: () => Promise<Database & { dispose(): Promise<void> }>
}

/** Lets fast-check drive the real ledger and the model side by side; answers how often each outcome was met. */
export async function runAgainstModel(options: CompareOptions): Promise<ReadonlyMap<string, number>> {
  const seen = new Map<string, number>()
  const property = fc.asyncProperty(commands(options.commandsPerRun), async (steps) => {
    const db = await options.fresh()
    try {
      const ledger = createLedger(db, systemClock)
      await ledger.open(opened)
      await fc.asyncModelRun(
        () => ({ model: new ModelLedger(opened), real: { db, ledger, seen } }),
        [funded, ...steps],
      )
    } finally {
      await db.dispose()
    }
  })
  await fc.assert(property, {
    numRuns: options.runs,
    ...(options.seed === undefined ? {} : { seed: options.seed }),
  })
  return seen
}
