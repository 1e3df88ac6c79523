import { languageCodes } from '@candor/texts/languages.ts'
import { expect, test } from 'vitest'
import { type PrintedStatement, statementDocument } from './statement-document.ts'

const statement: PrintedStatement = {
  language: 'en',
  customer: { name: 'ada', email: 'ada@candor.example' },
  mode: 'real',
  from: new Date(Date.UTC(2026, 10, 1)),
  to: new Date(Date.UTC(2026, 10, 21)),
  madeAt: Date.UTC(2026, 10, 21, 9, 5),
  totals: [
    { asset: 'ETH', opening: '0.000000000', in: '1.000000001', out: '0.500000000', closing: '0.500000001' },
  ],
  lines: [
    {
      at: '2026-11-20T10:00:00.000Z',
      asset: 'ETH',
      kind: 'conversion-sold',
      amount: '-0.500000000',
      balanceAfter: '0.500000001',
      split: null,
    },
  ],
  leftOut: false,
}
const tablesOf = (given: PrintedStatement) =>
  statementDocument(given).blocks.flatMap((block) => (block.do === 'table' ? [block.rows] : []))

test('every decimal is printed, with the separators of the language; figures keep their order in Arabic', () => {
  expect(tablesOf(statement)).toEqual([
    [['ETH', '0.00', '1.000000001', '0.50', '0.500000001']],
    [['Nov 20, 2026, 10:00:00 AM', 'Conversion, paid', 'ETH', '-0.50', '0.500000001']],
  ])
  expect(tablesOf({ ...statement, language: 'de' })[0]?.[0]?.[2]).toBe('1,000000001')
  expect(tablesOf({ ...statement, language: 'ar' })[0]?.[0]?.[2]).toBe('\u20661.000000001\u2069')
})

test('an option that was split is named so on paper, in every language', () => {
  const [line] = statement.lines
  for (const language of languageCodes) {
    const lines = line === undefined ? [] : [{ ...line, kind: 'option-profit', split: '10:1' }]
    const what = tablesOf({ ...statement, language, lines })[1]?.[0]?.[1] ?? ''
    expect(what, language).toMatch(/^.+ · .*10:1/)
  }
})

test('a statement without lines, and one with lines left out, states that in every language', () => {
  for (const language of languageCodes) {
    const texts = (given: PrintedStatement) =>
      statementDocument({ ...given, language }).blocks.map((block) => ('text' in block ? block.text : ''))
    const full = new Set(texts(statement))
    const added = (given: PrintedStatement) => texts(given).filter((text) => !full.has(text))
    expect(added({ ...statement, lines: [] }), language).toHaveLength(1)
    expect(added({ ...statement, leftOut: true }), language).toHaveLength(1)
  }
})

test('I15.10j: a statement ends on the last day of its period, also where the period is a whole month', () => {
  const november = { ...statement, to: new Date(Date.UTC(2026, 11, 1)) }
  const period = statementDocument(november).blocks.flatMap((block) =>
    block.do === 'facts' ? block.rows.map(([, value]) => value) : [],
  )
  expect(period).toContain('November 1, 2026 – November 30, 2026')
})
