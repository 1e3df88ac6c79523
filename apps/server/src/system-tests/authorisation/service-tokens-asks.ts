import { setTimeout as sleep } from 'node:timers/promises'
import { type OpsCallName, type ServiceScope, serviceScopes } from '@candor/contract'
import { opsRouteTable } from '../../back-office/operators/register-ops.ts'
import { changeToken } from '../../back-office/operators/service-tokens/service-tokens-store.ts'
import type { CallResponse, TestApp } from '../../testing/test-client.ts'
import { limitSetter } from '../../testing/test-limits.ts'
import type { TestOperator } from '../../testing/test-operators.ts'
import { addServiceToken, type TestServiceToken } from '../../testing/tokens/test-service-tokens.ts'
import { type Cell, textTable } from './matrix.ts'

/** Inputs of a call by situation, as the table of operators has them. */
export type InputsOf = (name: OpsCallName) => Promise<Readonly<Record<string, object>>>

/** Responses to a token with the scope of the route, or with every scope where it has none, and to one with all other scopes. */
export interface ServiceLine {
  readonly name: OpsCallName
  readonly scope: ServiceScope | null
  readonly own: Cell
  readonly others: Cell
}

/** Makes every operators' call with service tokens; those for signing in have no caller. */
export async function serviceLines(
  app: TestApp,
  people: readonly [TestOperator, TestOperator],
  inputsOf: InputsOf,
): Promise<ServiceLine[]> {
  const set = limitSetter(app)
  await set('limits.serviceTokens.burst', 1_000_000)
  await set('limits.serviceTokens.perHour', 1_000_000_000)
  const add = (name: string, scopes: readonly ServiceScope[]) =>
    addServiceToken(app, people, { name, scopes })
  const whole = await add('every scope', serviceScopes)
  // The server reads its parameters again within two seconds.
  const policy = async () => (await whole.call('opsReserve')).headers.get('ratelimit-policy')
  while ((await policy())?.includes('q=1000000;') !== true) await sleep(200)
  const pairs = new Map<ServiceScope, readonly [TestServiceToken, TestServiceToken]>()
  for (const scope of serviceScopes) {
    const rest = serviceScopes.filter((other) => other !== scope)
    pairs.set(scope, [await add(scope, [scope]), await add(`not ${scope}`, rest)])
  }
  const lines: ServiceLine[] = []
  for (const { name, scope } of opsRouteTable.filter(({ roles }) => roles !== 'visitor')) {
    const inputs = await inputsOf(name)
    const [own, others] = scope === null ? [whole, null] : (pairs.get(scope) ?? [whole, null])
    lines.push({
      name,
      scope,
      own: await cellOf(own, name, inputs),
      others: await cellOf(others, name, inputs),
    })
  }
  // Their number is limited, and operators propose one.
  const end = { revoked_by: people[0].id, revoked_at: BigInt(app.now()) }
  for (const { id } of [whole, ...[...pairs.values()].flat()]) await changeToken(app.db.query, id, end)
  return lines
}

async function cellOf(
  token: TestServiceToken | null,
  name: OpsCallName,
  inputs: Readonly<Record<string, object>>,
): Promise<Cell> {
  const cell: Record<string, CallResponse> = {}
  if (token === null) return cell
  for (const [situation, input] of Object.entries(inputs)) cell[situation] = await token.call(name, input)
  return cell
}

const codesIn = (cell: Cell): string =>
  [...new Set(Object.values(cell).map(({ code }) => code))].join('/') || '-'

/** The table as it is checked in. */
export const serviceTable = (head: string, lines: readonly ServiceLine[]): string =>
  textTable(head, [
    ['route', 'scope', 'with it', 'with all others'],
    ...lines
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map(({ name, scope, own, others }) => [name, scope ?? 'none', codesIn(own), codesIn(others)]),
  ])
