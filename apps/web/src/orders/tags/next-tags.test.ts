import { afterEach, expect, test } from 'vitest'
import { chooseMode } from '../../session/session-store.ts'
import { chooseNextTags, nextTags } from './next-tags.ts'

afterEach(() => chooseMode('demo'))

test('I15.14n: tags chosen in the ticket stay for the next order, and are those of one account', () => {
  expect(nextTags()).toEqual([])
  chooseNextTags(['breakout'])
  expect(nextTags()).toEqual(['breakout'])
  chooseMode('real')
  expect(nextTags()).toEqual([])
  chooseNextTags(['news'])
  chooseMode('demo')
  expect(nextTags()).toEqual([])
})
