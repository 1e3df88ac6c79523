import { expect, it } from 'vitest'
import {
  balance,
  bench,
  buy,
  close,
  customer,
  order,
  plain,
  quote,
  useContractsBench,
} from '../app/contracts-bench.ts'
import { reconcile } from '../ledger/reconcile.ts'

useContractsBench()

/** The next batch is committed, and its answer is lost on the way. */
function loseNextAnswer(): () => number {
  const pool = bench.db.enginePool
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>
  let lost = 0
  Object.assign(pool, {
    query: async (...args: unknown[]) => {
      const answer = await query(...args)
      if (lost > 0) return answer
      lost += 1
      throw new Error('Connection terminated unexpectedly')
    },
  })
  return () => {
    Object.assign(pool, { query })
    return lost
  }
}

it('I11.10: a batch whose acknowledgement is lost is recognised when it is sent again, and the engine goes on', async () => {
  const anna = await customer()
  const restore = loseNextAnswer()
  const opened = await buy(anna, { ...plain, lots: '0.1' })
  expect(restore()).toBe(1)
  expect(await order(anna, opened.id)).toMatchObject({ status: 'open' })
  quote('EURUSD', '1.16', '1.1601')
  const restoreAgain = loseNextAnswer()
  await close(anna, { id: opened.id })
  expect(restoreAgain()).toBe(1)
  // (1.15999 − 1.15011) × 10 000, once.
  expect(await balance(anna)).toMatchObject({ balanceMinor: 10_098_800_000n, heldMinor: 0n })
  expect(bench.stopped).toEqual([])
  expect(await reconcile(bench.db)).toEqual([])
})
