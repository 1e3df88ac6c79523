import { expect, test } from 'vitest'
import { termFinder } from '../../packages/texts/src/check/glossary.ts'
import { spellingFaults, termFaults, wordsOfPage, wordsOfSource } from './code-words.ts'

const find = termFinder('en', {
  factor: { accepted: 'two-factor authentication', forbidden: ['second factor*'] },
})
const source = (text: string) => wordsOfSource({ file: 'page.tsx', text })
const texts = (text: string) => source(text).map((one) => one.text)

test('the words of a source are its JSX text and prose literals, with values in braces', () => {
  expect(
    texts(
      "import { Button } from 'a second place'\n" +
        'const page = <p className="a second place" title={`$' +
        '{n} open claims`}>\n  Change second\n  factor{" "}</p>\n' +
        "type Kind = 'a second kind'\nconst code = kind === 'second-factor' ? 'Frozen' : 'frozen'",
    ),
  ).toEqual(['{value} open claims', 'Change second factor', 'Frozen'])
})

test('a forbidden term is found in JSX, literals, templates and pages, with its place; not in names of code', () => {
  const found = (words: ReturnType<typeof source>) => termFaults('page.tsx', words, find)
  expect(found(source('a\nconst text = <p>\n  Your second\n  factor</p>'))).toEqual([
    'page.tsx:3: “second factor*” is “two-factor authentication” here',
  ])
  for (const text of ["say('Second factor, shown only now')", 'say(`New second factors of $' + '{who}`)'])
    expect(found(source(text)), text).toHaveLength(1)
  expect(found(source("import { a } from './second factor.ts'; x = 'second-factor'"))).toEqual([])
  expect(found(wordsOfPage('# Title\n\nThe second\u00a0factor is `second factor`.'))).toEqual([
    'page.tsx:3: “second factor*” is “two-factor authentication” here',
  ])
  expect(found(wordsOfPage('```\nsecond factor\n```\n[here](second factor)'))).toEqual([])
})

test('English in code has the punctuation of the texts', () => {
  const faults = (text: string) => spellingFaults('page.tsx', source(text))
  expect(faults("say('At most 5% a day')")).toEqual([])
  expect(faults("say('At most 5 % a day')")).toEqual([
    'page.tsx:1: “5 %”: the language has no space before %',
  ])
  expect(faults('say("You can\'t do this")')).toHaveLength(1)
})
