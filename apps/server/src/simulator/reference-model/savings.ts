import { fraction, mul } from '../../trading/reference-model/fractions.ts'
import type { World } from '../world.ts'
import { type Entry, entriesOf, groupsOf, sumOf } from './entries.ts'
import { dayMs, slackMs } from './terms.ts'

interface RateRow {
  readonly asset: string
  /** In 10^-12 a day. */
  readonly daily_rate: bigint
  /** The UTC day from which it holds. */
  readonly rate_from: number
}

interface Reserve {
  readonly asset: string
  readonly balance: bigint
}

/** Money put in (above zero) or taken out (below) at a moment. */
interface Move {
  readonly at: number
  readonly minor: bigint
}

interface Published {
  /** The newest announcement first. */
  readonly rates: readonly RateRow[]
  readonly reserves: readonly Reserve[]
}

const rateUnit = 10n ** 12n
const dayOf = (ms: number) => Math.floor(ms / dayMs)

/**
 * Checks that every UTC day that is over paid the lowest amount held in it × the day's rate, rounded down, once. Strict both ways: more is
 * the customer better off, and less is only right where the operator's reserve is used up.
 */
export async function checkSavings(world: World): Promise<void> {
  const { statements } = world.driver
  const published = {
    rates: await statements.look<RateRow>(
      'SELECT asset, daily_rate, rate_from FROM savings_terms ORDER BY sequence DESC',
    ),
    reserves: await statements.look<Reserve>(
      `SELECT asset, balance FROM ledger_accounts WHERE class = 'savings-reserve' ORDER BY asset`,
    ),
  }
  const entries = await entriesOf(world, ['savings-entry', 'savings-exit', 'savings-interest'])
  for (const own of groupsOf(entries, ({ owner, asset }) => `${owner} ${asset}`).values())
    judgeHolding(world, own, published)
}

function judgeHolding(world: World, own: readonly Entry[], { rates, reserves }: Published): void {
  const [first] = own
  if (first === undefined) return
  const { owner, asset } = first
  const moves = own.filter(({ kind }) => kind !== 'savings-interest')
  const interest = groupsOf(
    own.filter(({ kind }) => kind === 'savings-interest'),
    ({ posting }) => posting.slice(-'2026-11-21'.length),
  )
  const reserve = reserves.find((one) => one.asset === asset)?.balance ?? 0n
  for (let day = dayOf(first.at); day < dayOf(world.now); day++) {
    const date = new Date(day * dayMs).toISOString().slice(0, 10)
    const paid = sumOf(interest.get(date) ?? [])
    interest.delete(date)
    const rate = rates.find((row) => row.asset === asset && row.rate_from <= day)?.daily_rate ?? 0n
    const due = (shown: readonly Move[]) => rounded(lowestOn(shown, day), rate)
    const [most, least] = [due(atBest(moves, world.latest !== 0)), due(atWorst(moves))]
    if (paid > most || (paid < least && reserve >= least - paid))
      world.reportFinding(
        `savings of ${owner} paid ${paid} ${asset} for ${date}, and ${shownRange(least, most)} follows`,
      )
  }
  for (const [date, extra] of interest)
    world.reportFinding(`savings of ${owner} paid ${sumOf(extra)} ${asset} for ${date}, which is not over`)
}

/** A request is decided at most so long before its entry: as if money came early, and left late where the clocks were set back. */
const atBest = (moves: readonly Entry[], clocksWereSet: boolean): Move[] =>
  shifted(moves, (isEntry) => (isEntry ? -slackMs : clocksWereSet ? slackMs : 0))
const atWorst = (moves: readonly Entry[]): Move[] => shifted(moves, (isEntry) => (isEntry ? 0 : -slackMs))

const shifted = (moves: readonly Entry[], by: (isEntry: boolean) => number): Move[] =>
  moves
    .map(({ at, kind, minor }) => ({ at: at + by(kind === 'savings-entry'), minor: -minor }))
    .sort((one, other) => one.at - other.at)

/** The lowest amount held at any moment of a UTC day. */
function lowestOn(moves: readonly Move[], day: number): bigint {
  const before = moves.filter(({ at }) => dayOf(at) < day).reduce((held, { minor }) => held + minor, 0n)
  let [held, least] = [before, before]
  for (const { minor } of moves.filter(({ at }) => dayOf(at) === day)) {
    held += minor
    if (held < least) least = held
  }
  return least > 0n ? least : 0n
}

const rounded = (minor: bigint, rate: bigint): bigint => {
  const { n, d } = mul(fraction(minor), fraction(rate, rateUnit))
  return n / d
}

const shownRange = (least: bigint, most: bigint) => (least === most ? `${most}` : `${least} to ${most}`)
