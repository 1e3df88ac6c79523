import { expect, test } from 'vitest'
import { articleFaults } from './check-articles.ts'

const english = {
  id: 'risk',
  title: 'Risk',
  description: 'Read this first.',
  body: 'You can lose 10,000 USDT.\n\n- **Leverage.** 5% takes all.\n- **Gaps.** A jump.\n\n## More\n\nAsk [[operator]], [or read](#/help).',
}
const german = {
  id: 'risk',
  title: 'Risiko',
  description: 'Bitte zuerst lesen.',
  body: 'Sie können 10.000 USDT verlieren.\n\n- **Hebel.** 5\u00a0% kosten alles.\n- **Lücken.** Ein Sprung.\n\n## Mehr\n\nFragen Sie [[Betreiber]], [oder lesen Sie](#/help).',
}
const faults = (body: string, language = 'de') =>
  articleFaults(
    new Map([
      ['en', [english]],
      [language, [{ ...german, body }]],
    ]),
  )

test('a translation with the same headings, bullets and numbers has no fault, however its language writes them', () => {
  expect(faults(german.body)).toEqual([])
  expect(faults(german.body.replace('10.000', '10\u00a0000'), 'fr')).toEqual([])
  expect(faults(`${german.body} 2段階認証`, 'ja')).toEqual([])
})

test('a bullet, heading, paragraph, link or operator’s detail that is missing is named with its section', () => {
  const [bullet] = faults(german.body.replace('\n- **Lücken.** Ein Sprung.', ''))
  expect(bullet).toBe(
    'de: article risk, section 1, has no heading, 1 paragraphs, 1 bullets, English has no heading, 1 paragraphs, 2 bullets',
  )
  expect(faults(german.body.replace('## Mehr', '### Mehr'))).toHaveLength(1)
  expect(faults(german.body.replace('## Mehr\n\n', ''))[0]).toContain('has 1 sections, English has 2')
  expect(faults(german.body.replace('[oder lesen Sie](#/help)', 'oder lesen'))).toHaveLength(1)
  expect(faults(german.body.replace('[[Betreiber]]', 'uns'))).toHaveLength(1)
  expect(faults(german.body.replace('[[Betreiber]]', '[[name=Betreiber]]'))[0]).toContain('named name')
  expect(faults(`${german.body}\n\nNoch etwas.`)).toHaveLength(1)
})

test('another number is named, and so is an article that is missing or not in English', () => {
  expect(faults(german.body.replace('5\u00a0%', '50\u00a0%'))).toEqual([
    'de: article risk has the numbers (10000 50), English has (10000 5)',
  ])
  const other = [{ ...german, id: 'other' }]
  expect(
    articleFaults(
      new Map([
        ['en', [english]],
        ['de', other],
      ]),
    ),
  ).toEqual(['de: article risk is missing', 'de: article other is not in English'])
})
