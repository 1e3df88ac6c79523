import type { OperatorRole } from '@candor/contract'
import type { Operator } from '../../back-office/operators/operator.ts'
import { busiest } from '../customers/people.ts'
import { busiestShare } from '../theme-effects.ts'
import type { World } from '../world.ts'

/** Operators in one of these roles, including those who left; all operators if none has such a role. */
export function operatorsAs({ operators }: World, ...wanted: readonly OperatorRole[]): readonly Operator[] {
  const found = operators.filter(({ role }) => wanted.includes(role))
  return found.length === 0 ? operators : found
}

/** One of these; now and then the one who does most, as in a small company, or somebody whose office it is not. */
export function someoneAs(world: World, ...wanted: readonly OperatorRole[]): Operator {
  const { chance, operators } = world
  if (chance.happens(0.03)) return chance.pick(operators)
  const most = operators.find(({ id }) => id === busiest.id)
  if (most !== undefined && wanted.includes(most.role) && chance.happens(busiestShare(world))) return most
  return chance.pick(operatorsAs(world, ...wanted))
}

/** Roles change and people join: who operates is read before anybody acts. */
export async function readOperators(world: World): Promise<void> {
  world.operators = await world.driver.statements.look<Operator & Record<string, unknown>>(
    `SELECT id::text, email, role, id::text AS "sessionId" FROM operators_people ORDER BY created_at, id`,
  )
}
