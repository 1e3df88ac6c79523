import type { Customer } from '../customers/customer.ts'
import type { World } from '../world.ts'
import { decimalMinor, isHeard, type Worth, worths } from './equity.ts'

/**
 * Checks that no money is promised any more to outflows that ended, or whose server was killed: after a while in which nobody acted, the
 * engine calls free what is free by the ledger and the market's prices.
 */
export async function checkFreeMoney(world: World): Promise<void> {
  if (!world.isTogether) return
  const all = await worths(world.driver.statements, world.market.straight)
  for (const customer of world.customers)
    for (const worth of all.filter(({ owner, known }) => known && owner === customer.person.id))
      await judgeFree(world, customer, worth)
}

async function judgeFree(world: World, customer: Customer, worth: Worth): Promise<void> {
  const { name } = customer.person
  const record = world.call(customer, 'getUserInfo', {}, { mode: worth.mode })
  await world.finish()
  const { free } = (record.response?.result ?? {}) as { free?: string }
  if (free === undefined) return world.reportFinding(`${name} (${worth.mode}) is not told what is free`)
  const shownFree = decimalMinor(free)
  const computedFree = freeOf(worth)
  // Prices of other sources move what positions are worth.
  const allowed = worth.codes.length === 0 ? 0n : worth.notional / 50n + worth.spread + 2n
  if (shownFree > computedFree + allowed || (isPriced(world, worth) && shownFree < computedFree - allowed))
    world.reportFinding(
      `the engine says that ${shownFree} are free to ${name} (${worth.mode}), and it is ${computedFree}`,
    )
}

function freeOf(worth: Worth): bigint {
  const { balance, held, heldOrder, heldOther, margin, unrealised, owed } = worth
  const byBalance = balance - held
  const byEquity = balance + unrealised - owed - margin - heldOrder - heldOther
  const least = byEquity < byBalance ? byEquity : byBalance
  return least > 0n ? least : 0n
}

const isPriced = (world: World, worth: Worth): boolean =>
  worth.codes.length === 0 ||
  (isHeard(world, worth) && worth.codes.every((code) => world.market.isOpen(code)))
