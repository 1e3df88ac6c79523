import { refusals } from '@candor/refusals'
import { expect, it } from 'vitest'
import { decideWatchlist, mostWatchlists, type Watchlist, type WatchlistChange } from './watchlists.ts'

const list = (id: string, ...codes: string[]): Watchlist => ({ id, name: `list ${id}`, codes })
const after = (lists: readonly Watchlist[], change: WatchlistChange) => {
  const decision = decideWatchlist(lists, change)
  return decision.ok ? decision.value.map(({ id }) => id).join('') : decision.code
}

it('I15.9e: a new watchlist comes last, a changed one keeps its place or takes another', () => {
  const lists = [list('a'), list('b'), list('c')]
  expect(after(lists, list('d'))).toBe('abcd')
  for (const { id } of lists) expect(after(lists, list(id, 'BTCUSDT'))).toBe('abc')
  expect(after(lists, { ...list('c'), position: 0 })).toBe('cab')
  expect(after(lists, { ...list('a'), position: 2 })).toBe('bca')
  expect(after(lists, { ...list('d'), position: 1 })).toBe('adbc')
  const decision = decideWatchlist(lists, list('b', 'BTCUSDT', 'AAPL', 'BTCUSDT'))
  expect(decision).toMatchObject({ value: [{}, { codes: ['BTCUSDT', 'AAPL'] }, {}] })
})

it('I15.9e: beyond the maximum a new watchlist is refused, and those there can still be changed', () => {
  const lists = Array.from({ length: mostWatchlists }, (_, at) => list(String.fromCharCode(97 + at)))
  expect(decideWatchlist(lists, list('z'))).toEqual({
    ok: false,
    code: refusals.invalidInput,
    details: { issues: [{ path: 'id', code: 'too_many' }], most: 20 },
  })
  expect(after(lists, list('b', 'AAPL'))).toHaveLength(mostWatchlists)
})
