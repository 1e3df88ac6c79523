import type { World } from '../world.ts'
import { silentMs, type Worth, worths } from './equity.ts'

/**
 * Checks once after each orderly start that nothing is estimated without need: a closed market counts at the last quote of its hours, as
 * before the start (ADR-179); one that is halted is estimated within them. A server that was killed may have lost that quote.
 */
export async function checkStart(world: World): Promise<void> {
  if (world.faulty || !world.isTogether || world.startChecked === world.openedAt) return
  world.startChecked = world.openedAt
  const all = await worths(world.driver.statements, world.market.straight)
  for (const customer of world.customers)
    for (const worth of all.filter(
      (one) => one.owner === customer.person.id && hasClosedMarket(world, one),
    )) {
      const record = world.call(customer, 'getUserInfo', {}, { mode: worth.mode })
      await world.finish()
      const { stale } = (record.response?.result ?? {}) as { stale?: boolean }
      if (stale !== false)
        world.reportFinding(
          `after a start ${worth.owner} (${worth.mode}) is only estimated, with positions in ${worth.codes.join(', ')}`,
        )
    }
}

/**
 * A position's market is closed, and the server has heard all others that decide about the account's value, within the last minute. A quote
 * of the very moment of a start may have come to the server before it.
 */
function hasClosedMarket({ market, now, openedAt }: World, { known, codes, mode }: Worth): boolean {
  const deciding = [...codes, ...(codes.includes('DE30') ? ['EURUSD'] : [])]
  const isClosed = (code: string) => !market.isOpen(code) && !market.isHalted(code)
  const isHeard = (code: string) => {
    const { at } = market.straight.newest(code, mode) ?? { at: 0 }
    return market.isOpen(code) && at >= openedAt && at > now - silentMs && market.hasPrice(code, mode)
  }
  return known && codes.some(isClosed) && deciding.every((code) => isClosed(code) || isHeard(code))
}
