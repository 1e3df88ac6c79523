import type { World } from '../world.ts'

const hourMs = 3_600_000
/** A position closed so soon after five o'clock may have been closed before its night was charged or after. */
const slackMs = 2_000
/** A night whose charge was refused is tried again after a minute. */
const lateMs = 90_000

interface Held {
  readonly id: string
  readonly code: string
  readonly opened: number
  /** Null: it is open. What a split ended was held until the split's moment, however late it was carried out. */
  readonly closed: number | null
  /** Share of its worth that a night costs, as agreed when it was opened. */
  readonly rate: string
  /** Calendar days of the nights charged, each as often as it was charged. */
  readonly charged: readonly string[]
  /** Nights that those charges were for. */
  readonly nights: number
}

const heldText = `
  SELECT o.id::text, o.code, o.opened_at::float8 AS opened,
         coalesce(CASE WHEN o.close_reason = 'end' THEN
           (SELECT max(a.at) FROM markets_actions a WHERE a.code = o.code AND a.applied_at = o.closed_at) END, o.closed_at)::float8 AS closed,
         coalesce(o.terms ->> CASE o.direction WHEN 'buy' THEN 'swapLong' ELSE 'swapShort' END, '0') AS rate,
         array(SELECT v.facts ->> 'date' FROM orders_events v WHERE v.order_id = o.id AND v.kind = 'swap' ORDER BY v.number) AS charged,
         (SELECT coalesce(sum((v.facts ->> 'nights')::int), 0)::int FROM orders_events v WHERE v.order_id = o.id AND v.kind = 'swap') AS nights
    FROM orders_contracts o WHERE o.status IN ('open', 'closed') AND o.part_of IS NULL ORDER BY o.sequence`

/** Checks that every position was charged for each night it was held, once, whatever failed meanwhile. */
export async function checkNights(world: World): Promise<void> {
  const rows = await world.driver.statements.look<Held & Record<string, unknown>>(heldText)
  for (const held of rows.filter(({ rate }) => Number(rate) !== 0))
    for (const finding of wrongNights(held, world))
      world.reportFinding(
        `position ${held.id} (${held.code}) held from ${new Date(held.opened).toISOString()} ${finding}`,
      )
}

/** A position that was closed in time the clocks went through twice may have been charged for a night that began in it the first time. */
function wrongNights(
  { code, opened, closed, charged, nights }: Held,
  { now, repeatedMs }: Pick<World, 'now' | 'repeatedMs'>,
): string[] {
  const until = closed ?? now
  const surely = nightsBetween(code, opened, until - (closed === null ? lateMs : slackMs))
  const atMost = nightsBetween(code, opened, until + repeatedMs)
  const count = atMost
    .filter(({ date }) => charged.includes(date))
    .reduce((sum, night) => sum + night.count, 0)
  return [
    ...surely
      .filter(({ date }) => !charged.includes(date))
      .map(({ date }) => `was not charged for the night of ${date}`),
    ...charged
      .filter((date) => !atMost.some((night) => night.date === date))
      .map((date) => `was charged for the night of ${date}`),
    ...(new Set(charged).size < charged.length ? ['was charged twice for a night'] : []),
    ...(count === nights ? [] : [`was charged for ${nights} nights, and it was ${count}`]),
  ]
}

interface Night {
  readonly date: string
  /** Nights that it counts for. */
  readonly count: number
}

const everyNight = { Mon: 1, Tue: 1, Wed: 1, Thu: 1, Fri: 1, Sat: 1, Sun: 1 }
/** On Wednesday a pair is charged for the weekend too. */
const forPairs = { Mon: 1, Tue: 1, Wed: 3, Thu: 1, Fri: 1 }
/** Nights by the day of the week on which they begin; futures have none. */
const chargedFor: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  BTCUSDT: everyNight,
  ETHUSDT: everyNight,
  AAPL: everyNight,
  EURUSD: forPairs,
  USDJPY: forPairs,
}

/** Nights that begin after one moment and not after the other, at five o'clock in New York (rulebook, Markets). */
function nightsBetween(code: string, fromMs: number, toMs: number): Night[] {
  const nights: Night[] = []
  for (let at = Math.floor(fromMs / hourMs + 1) * hourMs; at <= toMs; at += hourMs) {
    const { hour, weekday } = inNewYork(at)
    const count = hour === 17 ? (chargedFor[code]?.[weekday] ?? 0) : 0
    if (count > 0) nights.push({ date: new Date(at).toISOString().slice(0, 10), count })
  }
  return nights
}

const clockOfNewYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hour: 'numeric',
  weekday: 'short',
  hourCycle: 'h23',
})

function inNewYork(atMs: number) {
  const parts = clockOfNewYork.formatToParts(atMs)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return { hour: Number(part('hour')), weekday: part('weekday') }
}
