import { expect, test } from 'vitest'
import { everything, SubscriptionGroups } from './subscription-groups.ts'

test('I12.5: a few hundred sets of markets have a frame of their own, the others get every market in full', () => {
  const groups = new SubscriptionGroups()
  const own = Array.from({ length: 300 }, (_, at) => groups.move('', new Set([`M${at}`])))
  expect(new Set(own).size).toBe(300)
  expect(own).not.toContain(everything)
  expect(groups.move('', new Set(['B', 'A']))).toBe(everything)
  // Who wants what others want too joins them, and nothing is wanted by any number.
  expect(groups.move('', new Set(['M7']))).toBe('M7')
  expect(groups.move('', new Set())).toBe('')
})

test('I12.5: a set without clients makes its place free for another', () => {
  const groups = new SubscriptionGroups()
  for (let at = 0; at < 300; at++) groups.move('', new Set([`M${at}`]))
  groups.move('', new Set(['M0']))
  groups.leave('M0')
  expect(groups.move('', new Set(['new']))).toBe(everything)
  groups.leave('M0')
  expect(groups.move(everything, new Set(['new']))).toBe('new')
})
