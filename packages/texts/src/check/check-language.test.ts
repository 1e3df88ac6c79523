import { expect, test } from 'vitest'
import { languageFaults, withoutExceptions } from './check-language.ts'

const glossary = { loan: { accepted: 'Darlehen', forbidden: ['Kredit'] } }
const check = (text: string) =>
  languageFaults('de', glossary, { loans: { a: text } }).map(({ key, fault }) => `${key}: ${fault}`)

test('terms, register, typography and plurals are looked for in every branch of a text', () => {
  expect(check('Ihr Darlehen')).toEqual([])
  expect(check('{a, select, b {Ihr Kredit} other {Dein Darlehen, 5 %}}')).toEqual([
    'loans.a: “Kredit” is “Darlehen” here',
    'loans.a: “Dein” is not the register Sie',
    'loans.a: “5 %”: the language has a no-break space before %',
  ])
  expect(check('{days} Tage')).toEqual(['loans.a: {days} Tage needs a plural'])
})
test('articles are checked without their links and marks', () => {
  const article = { id: 'fees', title: 'Kosten', description: '', body: '- **Ihr** [Kredit](/kredit)' }
  expect(languageFaults('de', glossary, {}, [article])).toEqual([
    { language: 'de', key: 'article fees', fault: '“Kredit” is “Darlehen” here' },
  ])
})
test('an exception allows one text to break one rule; an unused one is a fault', () => {
  const faults = languageFaults('de', glossary, { loans: { a: 'Kredit' } })
  const exception = { language: 'de', key: 'loans.a', fault: 'Kredit', reason: 'a quotation' }
  expect(withoutExceptions(faults, [exception])).toEqual([])
  expect(withoutExceptions(faults, [])).toEqual(['de: loans.a: “Kredit” is “Darlehen” here'])
  expect(withoutExceptions([], [exception])).toEqual(['de: loans.a no longer needs its exception “Kredit”'])
})
