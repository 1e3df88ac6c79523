import type { OpsCallName } from '@candor/contract'
import type { Operator } from '../../back-office/operators/operator.ts'
import type { World } from '../world.ts'

/** A call and the operator who makes it; null where there is nothing to make it on. */
export type PlannedOpsCall = readonly [operator: Operator, name: OpsCallName, input: object] | null
/** Something an operator may do by themselves, or propose to another. */
export type Maker = (world: World) => PlannedOpsCall | Promise<PlannedOpsCall>
export type WeightedMakers = readonly (readonly [weight: number, maker: Maker])[]

export const isoIn = (world: World, ms: number): string => new Date(world.now + ms).toISOString()
export const customerId = ({ chance, customers }: World): string => chance.pick(customers).person.id
export const someHash = ({ chance }: World): string => chance.uuid().replaceAll('-', '').repeat(2)

/** Some id of what a query finds; null where it finds nothing. */
export async function someId(world: World, text: string): Promise<string | null> {
  const rows = await world.driver.statements.look<{ id: string }>(text)
  return rows.length === 0 ? null : world.chance.pick(rows).id
}
