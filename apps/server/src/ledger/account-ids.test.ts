import { expect, test } from 'vitest'
import { AccountIds, type RunStatement } from './account-ids.ts'
import type { AccountRef } from './ledger.ts'
import { customer, ofHouse } from './test-accounts.ts'

/** A table of accounts, and what each statement asked for. */
function tableOf(rows: readonly (AccountRef & { readonly id: bigint })[]) {
  const statements: (readonly unknown[])[] = []
  const run = (async (_text: string, values: readonly unknown[]) => {
    statements.push(values)
    const [wanted] = values as [readonly string[]]
    return rows.filter(({ id, owner }) => wanted.includes(String(id)) || wanted.includes(owner))
  }) as RunStatement
  return { run, statements }
}
const ann = { ...customer('ann'), id: 11n }
const bob = { ...customer('bob', 'BTC'), id: 12n }
const capital = { ...ofHouse('trading-capital'), id: 13n }

test('ids are read for the accounts that are not known yet, and remembered where they are committed', async () => {
  const ids = new AccountIds()
  const { run, statements } = tableOf([ann, bob])
  const within = await ids.find([ann, customer('nobody')], run, false)
  expect([within(ann), within(customer('nobody')), within(bob)]).toEqual([11n, null, null])
  expect(statements).toEqual([
    [
      ['ann', 'nobody'],
      ['customer', 'customer'],
      ['DEMO', 'DEMO'],
    ],
  ])
  expect(ids.known(ann)).toBeNull()
  await ids.find([ann], run, true)
  expect(ids.known(ann)).toBe(11n)
  const both = await ids.find([ann, bob], run, false)
  expect([both(ann), both(bob)]).toEqual([11n, 12n])
  expect(statements.at(-1)).toEqual([['bob'], ['customer'], ['BTC']])
  const known = await ids.find([ann], run, true)
  expect([known(ann), known(bob), statements.length]).toEqual([11n, null, 3])
})

test('accounts of ids come in their order, without those that do not exist', async () => {
  const ids = new AccountIds()
  const { run, statements } = tableOf([ann, bob, capital])
  const refs = await ids.refsOf([13n, 99n, 11n], run)
  expect(refs).toEqual([ofHouse('trading-capital'), customer('ann')])
  expect(statements).toEqual([[['13', '99', '11']]])
  await ids.find([ann, bob], run, true)
  expect(await ids.refsOf([12n, 13n], run)).toEqual([customer('bob', 'BTC'), ofHouse('trading-capital')])
  expect(statements.at(-1)).toEqual([['13']])
  expect(await ids.refsOf([11n], run)).toEqual([customer('ann')])
  expect(statements).toHaveLength(3)
})
