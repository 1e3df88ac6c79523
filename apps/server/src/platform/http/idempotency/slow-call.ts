import type { ClockedDatabase } from '../../database/database.ts'
import type { Caller } from '../caller.ts'
import type { IdempotencyContext } from '../handlers.ts'
import { createRunOnce } from './run-once.ts'

/** For tests: another call of this customer under the same key, in the middle of its transaction until the function given is called. */
export async function slowCall(
  { db, clock }: ClockedDatabase,
  caller: Caller,
  { key }: Pick<IdempotencyContext, 'key'>,
): Promise<() => Promise<void>> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const runOnce = createRunOnce((work) => db.transaction(work), clock)
  let done: Promise<unknown> = Promise.resolve()
  await new Promise<void>((begun) => {
    done = runOnce(caller, { key, bodyHash: 'another', call: 'resetDemo' }, async () => {
      begun()
      await held
    })
  })
  return async () => {
    letGo()
    await done
  }
}
