import type { World } from '../world.ts'
import { checkConversions } from './conversions.ts'
import { checkInvitations } from './invitations.ts'
import { checkLoans } from './loans.ts'
import { checkOptionPayouts } from './option-payouts.ts'
import { checkPlans } from './plans.ts'
import { checkSavings } from './savings.ts'

/** Checks that no customer is better off, or worse, than a straight line from what they asked for, the terms and the prices says. */
export async function checkStraightLine(world: World): Promise<void> {
  await checkSavings(world)
  await checkPlans(world)
  await checkLoans(world)
  await checkConversions(world)
  await checkOptionPayouts(world)
  await checkInvitations(world)
}
