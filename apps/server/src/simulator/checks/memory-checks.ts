import type { World } from '../world.ts'
import { decimalMinor, isHeard, type Worth, worths } from './equity.ts'

/** Checks that the engine's memory equals the database. */
export async function checkMemory(world: World): Promise<void> {
  const rows = await world.driver.statements.look<Margin>(
    `SELECT user_id::text AS owner, mode, sum(margin)::bigint AS margin FROM orders_contracts WHERE status = 'open' GROUP BY 1, 2`,
  )
  const all = await worths(world.driver.statements, world.market.straight)
  const accounts = world.customers.flatMap((customer) => modes.map((mode) => ({ customer, mode })))
  for (const { customer, mode } of accounts) {
    const record = world.call(customer, 'getUserInfo', {}, { mode })
    await world.finish()
    const { marginUsed, equity } = (record.response?.result ?? {}) as { marginUsed?: string; equity?: string }
    const row = rows.find((one) => one.owner === customer.person.id && one.mode === mode)
    const heldMargin = row?.margin ?? 0n
    if (marginUsed !== undefined && decimalMinor(marginUsed) !== heldMargin)
      world.reportFinding(
        `${customer.person.name} (${mode}) uses ${marginUsed} of margin, the database says ${heldMargin}`,
      )
    const worth = all.find((one) => one.owner === customer.person.id && one.mode === mode)
    if (equity !== undefined && worth !== undefined && isJudged(world, worth))
      judgeEquity(world, worth, { shown: decimalMinor(equity), computed: equityOf(worth) })
  }
}

/**
 * Checks that the engine knows every account with something open or waiting without being asked to read it again, as `getUserInfo` does:
 * where no notice of another module's posting comes through, it has to find out by itself within seconds. What a sale could lose at most is
 * the equity by its own knowledge, without what is set aside for others.
 */
export async function checkKnownEquity(world: World): Promise<void> {
  await world.passTime(sweepMs)
  if (!world.isTogether) return
  const busy = await world.driver.statements.look<{ owner: string; mode: 'demo' | 'real' }>(
    `SELECT DISTINCT user_id::text AS owner, mode FROM orders_contracts WHERE status IN ('open', 'pending') ORDER BY 1, 2`,
  )
  for (const { owner, mode } of busy) {
    const customer = world.customers.find(({ person }) => person.id === owner)
    if (customer === undefined) continue
    const record = world.call(customer, 'previewContract', smallSale, { mode })
    await world.finish()
    const { maxLoss } = (record.response?.result ?? {}) as { maxLoss?: string }
    const all = await worths(world.driver.statements, world.market.straight)
    const worth = all.find((one) => one.owner === owner && one.mode === mode)
    if (maxLoss === undefined || worth === undefined || !isJudged(world, worth)) continue
    const left = equityOf(worth) - worth.heldOther
    judgeEquity(world, worth, { shown: decimalMinor(maxLoss), computed: left > 0n ? left : 0n })
  }
}

/** The engine reads accounts again once a second. */
const sweepMs = 3_000
/** In a market that is always open. */
const smallSale = {
  code: 'BTCUSDT',
  direction: 'sell',
  kind: 'market',
  lots: '0.001',
  leverage: 1,
  protected: false,
}

/** The account's markets have prices, which reach the server that decides. */
const isJudged = (world: World, { known, codes }: Worth): boolean =>
  world.isTogether && known && codes.every((code) => world.market.isOpen(code))

const equityOf = ({ balance, unrealised, owed }: Worth): bigint => balance + unrealised - owed

/** The same balance and the same profit, but for what quotes of other sources make of it, and for markets that were not heard. */
function judgeEquity(
  world: World,
  worth: Worth,
  { shown, computed }: { readonly shown: bigint; readonly computed: bigint },
): void {
  const { owner, mode, notional, spread } = worth
  const allowed = notional / 50n + spread + 2n
  if (shown > computed + allowed || (isHeard(world, worth) && shown < computed - allowed))
    world.reportFinding(`the engine says that ${owner} (${mode}) has ${shown}, and it is ${computed}`)
}

interface Margin {
  readonly owner: string
  readonly mode: 'demo' | 'real'
  readonly margin: bigint
}

const modes = ['demo', 'real'] as const
