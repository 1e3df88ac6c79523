import { expect, test } from 'vitest'
import { docComments, oldWordLines, opensWithQuestion } from './comment-openers.ts'

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

test('I13.6: a word that is no longer in use is found in a comment, and not in code', () => {
  const word = ['who', 'ever'].join('')
  const found = (text: string) => oldWordLines('apps/web/src/a.tsx', text).length
  for (const text of [
    `// ${word} reads`,
    `const a = 1 // ${word} reads`,
    ` * ${word} reads`,
    `<p>{/* ${word} reads */}</p>`,
  ])
    expect(found(`const a = 1\n${text}`), text).toBe(1)
  expect(found(`const text = '${word} reads'`)).toBe(0)
  expect(found('// whoeverything')).toBe(0)
})
