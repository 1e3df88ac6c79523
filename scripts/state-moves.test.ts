import { expect, test } from 'vitest'
import { freeMoves } from './state-moves.ts'

const states = [{ table: 'nft_works', column: 'state' }]
const movesIn = (text: string) => freeMoves([{ file: 'a.ts', text }], states).map(({ line }) => line)

test('I13.2: an update that can move a state without the table of moves is found', () => {
  expect(movesIn("tx.updateTable('nft_works').set({ state: 'sold' }).where('id', '=', id)")).toEqual([1])
  expect(
    movesIn("const f = () =>\n  tx.updateTable('nft_works as w').where('id', '=', id).set(change)"),
  ).toEqual([2])
  expect(movesIn("tx.updateTable('nft_works').set({ ...change, verified })")).toEqual([1])
  expect(movesIn("tx.updateTable('nft_works').set('state', 'sold')")).toEqual([1])
  expect(movesIn("query(`UPDATE nft_works SET verified = true, state = 'sold' WHERE id = $1`)")).toEqual([1])
  expect(movesIn('query(`UPDATE nft_works SET \u0024{changes} WHERE id = $1`)')).toEqual([1])
  expect(movesIn('query(`UPDATE nft_works SET title = 1, \u0024{column} = 2`)')).toEqual([1])
})

test('I13.2: a move by the table, other columns and other tables are not found', () => {
  expect(
    movesIn(
      "const f = () => { const before = statesBefore(workMoves, state); return tx.updateTable('nft_works').set(change) }",
    ),
  ).toEqual([])
  expect(movesIn("tx.updateTable('nft_works').set({ verified, ends_at: 3n })")).toEqual([])
  expect(movesIn("query(`UPDATE nft_works SET verified = true WHERE state = 'sold'`)")).toEqual([])
  expect(
    movesIn("const f = (change: StaysInState<Change, 'state'>) => tx.updateTable('nft_works').set(change)"),
  ).toEqual([])
  expect(movesIn('sql`UPDATE nft_works SET title = replace(title, \u0024{name}, 1) WHERE true`')).toEqual([])
  expect(movesIn("tx.updateTable('nft_bids').set({ state: 'sold' })")).toEqual([])
})
