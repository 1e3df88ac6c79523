import { expect, test } from 'vitest'
import { parseSource } from './parse-source.ts'
import { exemptions, vagueNames } from './vague-names.ts'

const namesIn = (text: string, file = 'apps/server/src/loans/pay.ts'): string[] =>
  vagueNames(parseSource({ file, text })).map(({ line, name }) => `${line} ${name}`)

const declarations = [
  { what: 'a variable', text: 'const answer = 1', found: '1 answer' },
  { what: 'a parameter', text: '\nconst pay = (loanFacts: 1) => 1', found: '2 loanFacts' },
  { what: 'a part taken out', text: 'const { id: keptId } = loan', found: '1 keptId' },
  { what: 'a function', text: 'function answerOf() {}', found: '1 answerOf' },
  { what: 'a function type’s parameter', text: 'type Pay = (told: 1) => void', found: '1 told' },
  { what: 'a class', text: 'class Besides {}', found: '1 Besides' },
  { what: 'an interface', text: 'interface LoanAsk {}', found: '1 LoanAsk' },
  { what: 'a type', text: 'type Decided = 1', found: '1 Decided' },
  { what: 'a property of a type', text: 'interface Loan { asked: 1 }', found: '1 asked' },
  { what: 'a property of a class', text: 'class Loan { anew = 1 }', found: '1 anew' },
  { what: 'a method', text: 'class Loan { stands() {} }', found: '1 stands' },
  { what: 'a retired ending', text: 'const loanOnWire = 1', found: '1 loanOnWire' },
  { what: 'a retired type', text: 'interface Closing {}', found: '1 Closing' },
]
test.each(declarations)('a vague word in the name of $what is found', ({ text, found }) => {
  expect(namesIn(text)).toEqual([found])
})

test('the name of a file is found', () => {
  expect(namesIn('', 'apps/web/src/loans/loan-facts.test.tsx')).toEqual(['1 loan-facts'])
})

test('standard terms, parts of longer words and fields of a literal are not found', () => {
  expect(namesIn('const task = { asked: 1, facts: 2 }\nconst masked = task\nfunction artefact() {}')).toEqual(
    [],
  )
})

test('the ask price is exempt, an input by that word is not', () => {
  expect(namesIn('const ask = 1\nconst askHigh = 2')).toEqual([])
  expect(namesIn('const depositAsk = 1')).toEqual(['1 depositAsk'])
})

test('every exemption holds a vague word and says why', () => {
  for (const { names, reason, under = 'apps/' } of exemptions) {
    expect(reason).not.toBe('')
    for (const name of names.split(' ')) {
      expect(namesIn(`const ${name} = 1`, `${under}plain.ts`), name).toEqual([])
      expect(namesIn(`const ${name}Answer = 1`), name).toHaveLength(1)
    }
  }
})
