import { expect, it } from 'vitest'
import { readWatchlists } from './stored-watchlists.ts'

it('I15.9e: a visitor’s watchlists are read as they were stored, without what is none', () => {
  const list = { id: 'a', name: 'Metals', codes: ['XAUUSD'] }
  expect(readWatchlists(JSON.stringify([list, null, 3, { ...list, codes: [1] }, { id: 'b' }]))).toEqual([
    list,
  ])
  for (const stored of [null, '', '{', '{}', '7']) expect(readWatchlists(stored)).toEqual([])
})
