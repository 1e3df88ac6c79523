import type { ParameterKey } from '../back-office/parameters/defaults.ts'
import { Parameters } from '../back-office/parameters/parameters.ts'
import type { TestApp } from './test-client.ts'

/** Returns a function that changes a parameter of a test server, as two operators would. */
export function limitSetter(app: TestApp): (key: ParameterKey, value: number) => Promise<void> {
  const parameters = new Parameters(app.db, { now: () => app.now() }, { sandbox: true })
  return async (key, value) => {
    const change = { key, value, reason: 'a test of limits', changedBy: 'a', approvedBy: 'b' }
    const outcome = await parameters.change(change)
    if (!('version' in outcome)) throw new Error(`${key} was refused: ${JSON.stringify(outcome)}`)
  }
}
