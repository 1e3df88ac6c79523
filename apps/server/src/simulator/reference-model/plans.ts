import {
  add,
  cmp,
  decimal,
  div,
  type Fraction,
  fraction,
  mul,
  sub,
} from '../../trading/reference-model/fractions.ts'
import type { World } from '../world.ts'
import { type Entry, entriesOf, groupsOf, inputOf, sumOf } from './entries.ts'
import { type Bounds, boundsOf, dayMs, minorOf, PublishedTerms, slackMs, versionsAround } from './terms.ts'

interface ProductTerms {
  readonly minAmount: string
  readonly maxAmount: string
  readonly timeframes: readonly {
    readonly days: number
    readonly dailyYieldMin: string
    readonly dailyYieldMax: string
  }[]
}

interface Version {
  /** Epoch ms from which it was sold so. */
  readonly from: number
  readonly terms: ProductTerms
}

interface PlanRow {
  readonly id: string
  readonly product: string
  readonly days: number
}

interface Promised {
  readonly id: string
  readonly days: number
  readonly amount: Fraction
  readonly startedAt: number
  /** One day's yield. */
  readonly day: Bounds
  /** The most that leaving early costs. */
  readonly penalty: Bounds
}

/**
 * Checks that every plan paid the yield its product promised at purchase for each 24 hours since, not before they were over, and gave the
 * amount back: whole at the end, less the penalty when it was left early. Strict both ways.
 */
export async function checkPlans(world: World): Promise<void> {
  const rows = await world.driver.statements.look<PlanRow>(
    'SELECT id::text, product_id AS product, days FROM smart_plans ORDER BY sequence',
  )
  const entries = groupsOf(
    await entriesOf(world, ['plan-purchase', 'plan-yield', 'plan-return']),
    ({ reference }) => reference,
  )
  const published = await PublishedTerms.read(world)
  const products = await productVersions(world)
  for (const row of rows) {
    const own = entries.get(row.id) ?? []
    const plan = promised(world, row, own, { products, published })
    if (plan !== null) judgePlan(world, plan, own)
  }
}

interface Offers {
  readonly products: ReadonlyMap<string, readonly Version[]>
  readonly published: PublishedTerms
}

/** Works out what a plan promises by what was asked and paid for it and what was on sale then; null where nothing fits. */
function promised(
  world: World,
  row: PlanRow,
  own: readonly Entry[],
  { products, published }: Offers,
): Promised | null {
  const [purchase, ...others] = own.filter(({ kind }) => kind === 'plan-purchase')
  if (purchase === undefined || others.length > 0) {
    world.reportFinding(`plan ${row.id} was paid for ${others.length} times more than once`)
    return null
  }
  const { at: startedAt, minor } = purchase
  const amount = fraction(-minor, 1_000_000n)
  const input = inputOf(world, 'buySmart', row.id)
  if (input !== null && (cmp(decimal(String(input.amount)), amount) !== 0 || input.days !== row.days))
    world.reportFinding(`plan ${row.id} of ${-minor} for ${row.days} days is not ${JSON.stringify(input)}`)
  const sold = versionsAround(world, products.get(row.product) ?? [], startedAt)
  const yields = sold.flatMap(({ terms }) => dailyYields(terms, row.days, amount))
  if (yields.length === 0) {
    world.reportFinding(
      `plan ${row.id} of ${-minor} was sold for ${row.days} days, which its product did not offer`,
    )
    return null
  }
  const ofAmount = (shares: readonly Fraction[]) =>
    boundsOf(shares.map((share) => minorOf(mul(amount, share), 'USDT')))
  const penalty = ofAmount(published.ratesAround('exitPenalty', '0.05', startedAt))
  return { ...row, amount, startedAt, day: ofAmount(yields), penalty }
}

/** Between the yields of the smallest and the largest amount, in proportion, to twelve decimals. */
function dailyYields(
  { minAmount, maxAmount, timeframes }: ProductTerms,
  days: number,
  amount: Fraction,
): Fraction[] {
  const [least, most] = [decimal(minAmount), decimal(maxAmount)]
  if (cmp(amount, least) < 0 || cmp(amount, most) > 0) return []
  return timeframes
    .filter((one) => one.days === days)
    .map(({ dailyYieldMin, dailyYieldMax }) => {
      const [low, high] = [decimal(dailyYieldMin), decimal(dailyYieldMax)]
      if (cmp(least, most) === 0) return high
      const share = div(sub(amount, least), sub(most, least))
      const exact = add(low, mul(sub(high, low), share))
      // Rounded as millionths of a millionth.
      return fraction(minorOf(mul(exact, fraction(1_000_000n)), 'USDT'), 10n ** 12n)
    })
}

function judgePlan(world: World, plan: Promised, own: readonly Entry[]): void {
  const { id, day, startedAt } = plan
  const paid = own.filter(({ kind }) => kind === 'plan-yield')
  for (const [at, entry] of paid.entries()) judgeDay(world, plan, at + 1, entry)
  const returned = own.filter(({ kind }) => kind === 'plan-return')
  const endedAt = returned[0]?.at ?? world.now
  const over = (ms: number) => Math.min(plan.days, Math.max(0, Math.floor((ms - startedAt) / dayMs)))
  const [least, most] = [over(endedAt - slackMs), over(endedAt + slackMs)]
  if (day.least > 0n && (paid.length < least || paid.length > most))
    world.reportFinding(`plan ${id} paid ${paid.length} days, ${most} were over`)
  if (returned.length > 0) judgeReturn(world, plan, sumOf(paid), returned)
  else if (least === plan.days) world.reportFinding(`plan ${id} is over, and its amount has not come back`)
}

function judgeDay(world: World, { id, day, startedAt }: Promised, number: number, paid: Entry): void {
  if (paid.minor < day.least || paid.minor > day.most)
    world.reportFinding(`plan ${id} paid ${paid.minor} for a day, ${day.least} to ${day.most} follows`)
  if (paid.at < startedAt + number * dayMs - slackMs)
    world.reportFinding(
      `plan ${id} paid its day ${number} at ${new Date(paid.at).toISOString()}, before it was over`,
    )
}

function judgeReturn(world: World, plan: Promised, earned: bigint, returned: readonly Entry[]): void {
  const amount = minorOf(plan.amount, 'USDT')
  const isWhole = (returned[0]?.at ?? 0) >= plan.startedAt + plan.days * dayMs - slackMs
  const cost = (share: bigint) => (share < earned ? share : earned)
  const follows = isWhole
    ? boundsOf([amount])
    : { least: amount - cost(plan.penalty.most), most: amount - cost(plan.penalty.least) }
  const back = sumOf(returned)
  if (back < follows.least || back > follows.most)
    world.reportFinding(
      `plan ${plan.id} gave ${back} of ${amount} back after ${earned} of yield, ${follows.most} follows`,
    )
}

/** Every product as it was sold from each moment on. */
async function productVersions({ driver }: World): Promise<Map<string, Version[]>> {
  const { statements } = driver
  const now = await statements.look<{ id: string; terms: ProductTerms }>(
    `SELECT id, jsonb_build_object('minAmount', (min_amount / 1000000.0)::text, 'maxAmount', (max_amount / 1000000.0)::text,
        'timeframes', (SELECT coalesce(jsonb_agg(jsonb_build_object('days', days, 'dailyYieldMin', (yield_min / 1e12)::numeric(20, 12)::text,
          'dailyYieldMax', (yield_max / 1e12)::numeric(20, 12)::text)), '[]') FROM smart_timeframes t WHERE t.product_id = p.id)) AS terms
       FROM smart_products p ORDER BY position`,
  )
  const changes = await statements.look<{
    product: string
    at: bigint
    before: ProductTerms | null
    after: ProductTerms
  }>('SELECT product_id AS product, at, before, after FROM smart_product_changes ORDER BY sequence')
  return new Map(
    now.map(({ id, terms }) => {
      const own = changes.filter(({ product }) => product === id)
      const first = own.length === 0 ? terms : (own[0]?.before ?? null)
      const beginning = first === null ? [] : [{ from: 0, terms: first }]
      return [id, [...beginning, ...own.map(({ at, after }) => ({ from: Number(at), terms: after }))]]
    }),
  )
}
