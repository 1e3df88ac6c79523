import type { World } from '../world.ts'
import type { Worth } from './equity.ts'
import { hasQuotedSince, worths } from './equity.ts'
import { permittedTable } from './permitted-triples.ts'

interface Left {
  readonly owner: string
  readonly asset: string
  readonly bounded: bigint
  readonly other: bigint
  readonly credited: bigint
}

/** Amounts that left each account in the step by a decision, and amounts that its positions took. */
const leftText = `
  WITH moved AS (
    SELECT d.owner, e.asset, e.minor AS out_minor, 0::bigint AS in_minor,
           -- What is paid out of a withdrawal was decided when it was set aside: it can always be completed.
           coalesce(p.bounded, false) AND e.kind NOT IN ('withdrawal', 'withdrawal-fee') AS bounded
      FROM ledger_entries e JOIN ledger_accounts d ON d.id = e.debited JOIN ledger_accounts c ON c.id = e.credited
      LEFT JOIN ${permittedTable} ON p.kind = e.kind AND p.debited_class = d.class AND p.credited_class = c.class
     WHERE e.seq > $1 AND d.class = 'customer'
    UNION ALL
    SELECT c.owner, e.asset, 0, e.minor, false
      FROM ledger_entries e JOIN ledger_accounts c ON c.id = e.credited WHERE e.seq > $1 AND c.class = 'customer'
    UNION ALL
    SELECT a.owner, a.asset, h.minor, 0, true
      FROM ledger_holds h JOIN ledger_accounts a ON a.id = h.account
     WHERE a.class = 'customer' AND h.created_at >= $2 AND h.remaining > 0)
  SELECT owner, asset, coalesce(sum(out_minor) FILTER (WHERE bounded), 0)::bigint AS bounded,
         coalesce(sum(out_minor) FILTER (WHERE NOT bounded), 0)::bigint AS other, coalesce(sum(in_minor), 0)::bigint AS credited
    FROM moved WHERE asset IN ('DEMO', 'USDT') GROUP BY owner, asset ORDER BY owner, asset`

const protectedText = `
  SELECT o.user_id::text AS owner, o.mode, sum(e.minor)::bigint AS paid
    FROM ledger_entries e JOIN orders_contracts o ON o.id::text = e.reference
   WHERE e.seq > $1 AND e.kind = 'negative-balance-protection' GROUP BY 1, 2 ORDER BY 1, 2`

const dust = 1_000_000n

/** Debts of open positions by account: the part of a loss that the operator advanced and is repaid at their close. */
const owedText = `
  SELECT user_id::text AS owner, mode, sum(owed)::bigint AS owed
    FROM orders_contracts WHERE status = 'open' AND owed > 0 GROUP BY 1, 2`

/** To be called before anybody acts: from here on the step's movements count. */
export async function beginStep(world: World): Promise<void> {
  const { statements } = world.driver
  const debts = await statements.look<{ owner: string; mode: string; owed: bigint }>(owedText)
  const owed = new Map(debts.map((debt) => [`${debt.owner} ${debt.mode}`, debt.owed]))
  const [row] = await statements.look<{ seq: bigint | null }>('SELECT max(seq) AS seq FROM ledger_entries')
  // What carries a time from before the clocks were set back is not of this step.
  world.actedFrom = { seq: row?.seq ?? 0n, at: Math.max(world.now, world.latest + 1), owed }
}

/**
 * Nothing that is already lost can leave: who let money go or set some aside in this step still covers their margin and what is
 * set aside, at prices computed independently of the product. And the operator paid only for those who have nothing left.
 */
export async function checkMoney(world: World): Promise<void> {
  if (!world.isTogether) return
  const { statements } = world.driver
  const { seq, at } = world.actedFrom
  const all = (await worths(statements, world.market.straight)).filter(({ known }) => known)
  const left = await statements.look<Left>(leftText, [String(seq), new Date(at)])
  for (const row of left) {
    const worth = all.find(({ owner, mode }) => owner === row.owner && mode === modeOf(row.asset))
    if (worth !== undefined && row.bounded > 0n) judgeOutflow(world, worth, row)
  }
  await checkWrittenLevels(world, all)
  const paid = await statements.look<{ owner: string; mode: string; paid: bigint }>(protectedText, [
    String(seq),
  ])
  for (const row of paid) {
    const worth = all.find(({ owner, mode }) => owner === row.owner && mode === row.mode)
    const credited =
      left.find((one) => one.owner === row.owner && modeOf(one.asset) === row.mode)?.credited ?? 0n
    if (worth !== undefined && !isPartlyLost(world, worth))
      judgeProtection(world, worth, row.paid - advanced(world, worth), credited)
  }
}

/** Returns the operator's present cover for losses beyond a balance, by mode. */
async function coverForLosses({ driver }: World): Promise<(mode: 'demo' | 'real') => bigint> {
  const rows = await driver.statements.look<{ asset: string; minor: bigint }>(
    `SELECT asset, balance - held AS minor FROM ledger_accounts WHERE class = 'negative-balance'`,
  )
  return (mode) => rows.find(({ asset }) => asset === (mode === 'demo' ? 'DEMO' : 'USDT'))?.minor ?? 0n
}

/** Checks levels unless a living server's batch was not answered: what it decided since is written after that was sent again. */
const checkWrittenLevels = async (world: World, all: readonly Worth[]): Promise<void> =>
  world.unansweredBatchOf?.dead === false ? undefined : checkLevels(world, all)

/**
 * Checks that accounts at half of their margin are stopped out at once, and that no waiting order fills for an account that could not carry
 * it. A loss beyond the account and the operator's cover for losses cannot be taken: neither ever goes below zero.
 */
async function checkLevels(world: World, all: readonly Worth[]): Promise<void> {
  const coverOf = await coverForLosses(world)
  const open = await world.driver.statements.look<{
    owner: string
    mode: 'demo' | 'real'
    code: string
    fresh: boolean
    /** Moment of the account's last close, epoch ms. */
    closed: bigint | null
  }>(openText, [String(world.actedFrom.at)])
  for (const worth of all) {
    const own = open.filter(({ owner, mode }) => owner === worth.owner && mode === worth.mode)
    if (own.length === 0) continue
    const equity = worth.balance + worth.unrealised - worth.heldOther - worth.owed
    const allowed = worth.notional / 100n + worth.spread + dust
    const cover = coverOf(worth.mode)
    const isCovered = worth.worstLoss <= worth.balance - worth.heldOther + cover - allowed
    // A close lowers an account after quotes of its other markets came: the next of them judges it.
    const isJudgedSince = own.some(({ code, closed }) => world.market.newestAt(code) > Number(closed ?? 0n))
    const judged =
      isCovered &&
      isJudgedSince &&
      own.some(({ code }) => world.market.tradesNow(code)) &&
      own.every(({ code }) => world.market.tradesNow(code) || isKnownOfBefore(world, code))
    if (judged && 2n * (equity + allowed) < worth.margin)
      world.reportFinding(
        `${worth.owner} (${worth.mode}) stands at ${equity} with ${worth.margin} of margin and is not stopped out`,
      )
    else if (
      own.some(({ fresh }) => fresh) &&
      !own.some(({ code }) => world.market.gapped.has(code)) &&
      equity + allowed < worth.margin
    )
      world.reportFinding(
        `${worth.owner} (${worth.mode}) had an order filled at ${equity} of equity and ${worth.margin} of margin`,
      )
  }
}

/** Time for which a server that started waits for a market's first quote before it judges by the last one of before. */
const awaitedMs = 60_000

/**
 * A closed market counts at the last quote of its hours, after a restart too, and an open one that has not quoted since then, a minute
 * after it; a server that was killed may have lost that quote, and clocks that were set measure no minute.
 */
function isKnownOfBefore({ faulty, market, now, openedAt, latest }: World, code: string): boolean {
  if (faulty || !market.isOpen(code)) return !faulty
  return latest === 0 && market.newestAt(code) === 0 && now > openedAt + awaitedMs
}

/** A server that was killed may have lost the last quotes of a market that has not quoted since. */
const isPartlyLost = (world: World, worth: Worth): boolean =>
  world.kills.length > 0 && !hasQuotedSince(world, worth)

const openText = `
  SELECT o.user_id::text AS owner, o.mode, o.code, o.kind <> 'market' AND o.opened_at >= $1::bigint AS fresh,
         (SELECT max(c.closed_at) FROM orders_contracts c WHERE c.user_id = o.user_id AND c.mode = o.mode) AS closed
    FROM orders_contracts o WHERE o.status = 'open' ORDER BY o.sequence`

const modeOf = (asset: string) => (asset === 'DEMO' ? 'demo' : 'real')

function judgeOutflow(world: World, worth: Worth, { bounded, other }: Left): void {
  const { balance, held, heldOther, margin, unrealised, owed, spread, mode } = worth
  const waiting = held - heldOther - margin
  const covered = balance + unrealised - owed - margin - heldOther - (waiting > 0n ? waiting : 0n)
  // What positions took since, and the price of opening them, is no outflow.
  const allowed = other + spread + worth.notional / 500n + dust
  if (covered < -allowed)
    world.reportFinding(
      `${worth.owner} (${mode}) let ${bounded} go though ${-covered} of it was lost: balance ${balance}, held ${held} (${heldOther} for others), margin ${margin}, unrealised ${unrealised}`,
    )
}

/** Part of what the operator paid in this step that the account's positions owe: no cost of the operator. */
function advanced(world: World, { owner, mode, owed }: Worth): bigint {
  const more = owed - (world.actedFrom.owed.get(`${owner} ${mode}`) ?? 0n)
  return more > 0n ? more : 0n
}

function judgeProtection(world: World, worth: Worth, paid: bigint, credited: bigint): void {
  if (paid <= 0n) return
  const { balance, heldOther, unrealised, owed, notional, mode } = worth
  const equity = balance + unrealised - heldOther - owed
  // Prices of other markets may have moved since within the step.
  const allowed = credited + notional / 50n + dust
  if (equity > allowed)
    world.reportFinding(
      `the operator paid ${paid} for ${worth.owner} (${mode}), who has ${equity} left: balance ${balance}, unrealised ${unrealised}, owed ${owed}`,
    )
}
