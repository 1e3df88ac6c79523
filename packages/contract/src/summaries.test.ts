import { expect, test } from 'vitest'
import { opsCalls } from './back-office/ops.ts'
import { calls } from './calls.ts'

test('a call’s summary names what the call does or returns, not a question', () => {
  const summaries = Object.entries({ ...calls, ...opsCalls }).map(
    ([name, { summary }]) => `${name}: ${summary}`,
  )
  expect(summaries.length).toBeGreaterThan(250)
  const question = /^\w+: (What|Who|Whose|Whether|Where|When|Which|How|Says|Tells|Gives|Takes|Lets)\b/
  expect(summaries.filter((line) => question.test(line))).toEqual([])
})
