import { expect, it } from 'vitest'
import {
  buy,
  close,
  customer,
  fixture,
  handlers,
  steady,
  useContractsFixture,
} from '../../testing/contracts-fixture.ts'
import { receiptFiles } from './export-receipts.ts'

useContractsFixture()

/** Statements that reach the database while something is done. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const { pool } = fixture.db
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>
  const before = fixture.db.query
  let count = 0
  Object.assign(pool, {
    query: (...args: unknown[]) => {
      count += 1
      return query(...args)
    },
  })
  Object.assign(fixture.db, {
    query: before.withPlugin({
      transformQuery: ({ node }) => {
        count += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }),
  })
  await work().finally(() => {
    Object.assign(pool, { query })
    Object.assign(fixture.db, { query: before })
  })
  return count
}

it('the statements of an export do not grow by some for each receipt: what several need is read together', async () => {
  const anna = await customer()
  const trade = async (times: number) => {
    for (let n = 0; n < times; n++) {
      const opened = await buy(anna, { stopLoss: '1.149', trailing: '0.0005' })
      if (n % 2 === 0) await close(anna, { id: opened.id })
      else steady('EURUSD', '1.1485', '1.1486')
      await fixture.runtime.queue.settled()
      fixture.clock.advance(61_000)
      steady('EURUSD', '1.15', '1.1501')
    }
    await fixture.keeper.flush()
  }
  const exported = async () => {
    const { items } = (await handlers().listContractOrder({ limit: 100 }, anna, null)) as { items: object[] }
    const calls: Readonly<Record<string, (input: never, caller: never, idempotency: null) => unknown>> =
      handlers()
    const call = async (name: string, input: object) => calls[name]?.(input as never, anna as never, null)
    let files: { readonly path: string }[] = []
    const statements = await statementsOf(async () => {
      files = await receiptFiles(call, items as never, anna)
    })
    return { statements, receipts: files.length }
  }
  await trade(4)
  const few = await exported()
  expect(few.receipts).toBe(4)
  await trade(32)
  const many = await exported()
  expect(many.receipts).toBe(36)
  expect((many.statements - few.statements) / 32).toBeLessThan(1)
})
