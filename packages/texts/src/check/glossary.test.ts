import { describe, expect, test } from 'vitest'
import { languageCodes } from '../languages.ts'
import { readTexts } from '../read-catalog.ts'
import { type Glossary, glossaryFaults, readGlossary, termFinder } from './glossary.ts'

const term = (accepted: string, forbidden: readonly string[], also: readonly string[] = []) => ({
  accepted,
  also,
  forbidden,
})
const found = (language: string, glossary: Glossary, text: string, file = 'orders') =>
  termFinder(language, glossary)(file, text).map(({ form }) => form)

describe('the glossaries', () => {
  const glossaries = new Map(languageCodes.map((code) => [code, readGlossary(code)]))

  test('have the same terms in ten languages, about a hundred and twenty or more', () => {
    expect([...glossaryFaults(glossaries)]).toEqual([])
    expect(Object.keys(readGlossary('en')).length).toBeGreaterThanOrEqual(120)
  })
  test('are no texts: no program loads them', () => {
    for (const code of languageCodes) expect(readTexts(code)).not.toHaveProperty('glossary')
  })
  test('that differ, contradict themselves or have another shape are faults', () => {
    const faults = glossaryFaults(
      new Map([
        ['en', { a: term('position', []), b: term('order', []) }],
        ['de', { a: term('Position', ['Order']), c: { ...term('Order', []), note: 1 as never } }],
      ]),
    )
    expect([...faults]).toEqual([
      'de: glossary lacks b',
      'de: glossary has c, English not',
      'de: glossary c has a wrong “note”',
      'de: glossary a forbids “Order”, which it also accepts',
    ])
  })
})

describe('a forbidden variant', () => {
  test('is found as a word, in either case, with any spaces', () => {
    const glossary = { loan: term('Darlehen', ['Kredit', 'offene Order*']) }
    expect(found('de', glossary, 'Ein Kredit.')).toEqual(['Kredit'])
    expect(found('de', glossary, 'Alle Offene\u00a0Orders')).toEqual(['offene Order*'])
    expect(found('de', glossary, 'Kreditkarte, Akkreditierung')).toEqual([])
  })
  test('is found wherever it occurs in a script without spaces', () => {
    expect(found('zh', { a: term('账户', ['帐户']) }, '您的帐户余额')).toEqual(['帐户'])
    expect(found('ko', { a: term('거래 확인서', ['영수증']) }, '영수증에는')).toEqual(['영수증'])
  })
  test('is found in Arabic behind the article and particles', () => {
    const glossary = { a: term('السبريد', ['فارق']) }
    expect(found('ar', glossary, 'مع الفارق')).toEqual(['فارق'])
    expect(found('ar', glossary, 'والفارق')).toEqual(['فارق'])
    expect(found('ar', glossary, 'فارقته')).toEqual([])
  })
  test('is allowed inside a longer form that is right', () => {
    const glossary = { a: term('充值', ['入金'], ['输入金额']) }
    expect(found('zh', glossary, '请输入金额。')).toEqual([])
    expect(found('zh', glossary, '请输入金额。入金')).toEqual(['入金'])
  })
  test('is not looked for in the name of a placeholder, or in other files than its own', () => {
    const glossary = { a: { ...term('Kommission', ['Provision']), in: ['orders'] } }
    expect(found('de', glossary, 'Für {Provision}')).toEqual([])
    expect(found('de', glossary, 'Die Provision', 'invites')).toEqual([])
    expect(found('de', glossary, 'Die Provision')).toEqual(['Provision'])
  })
})
