import { expect, test } from 'vitest'
import { docComments, opensWithQuestion } from './comment-openers.ts'

const opened = (text: string): number[] =>
  docComments(text)
    .filter(opensWithQuestion)
    .map(({ line }) => line)

/** Apart, so that the check of this file does not find them. */
const start = `/*${'*'}`

test('a doc comment that opens with a question word is found, on one line or on several', () => {
  expect(
    opened(`${start} What a customer sees. */\nconst a = 1\n${start}\n * Whether it is open.\n */`),
  ).toEqual([1, 3])
})

test('a verb in the third person, the thing’s name and a plain comment are not found', () => {
  expect(
    opened(`${start} Returns what is open. */\n${start} Whatsoever */\n// What follows\n/* Who */`),
  ).toEqual([])
})
