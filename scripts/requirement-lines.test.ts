import { describe, expect, test } from 'vitest'
import { judge, judgeSecurity, type Repository, readLines, titlesIn } from './requirement-lines.ts'

const source = `
test('a deposit below the minimum is refused', () => {})
describe('what is refused', () => { it("10011: too little", async () => {}) })
test.skip('a test that is never run', () => {})
test(\`a \${kind} order waits\`, () => {})
`
const repository: Repository = {
  exists: (path) => ['rules/deposit.ts', 'rules/deposit.test.ts', 'e2e/pay-in.journey.ts'].includes(path),
  titlesOf: (file) => {
    if (file === 'rules/deposit.test.ts') return titlesIn(source)
    return file === 'e2e/pay-in.journey.ts' ? ['money comes in', 'money goes out'] : []
  },
  testFiles: ['rules/deposit.test.ts'],
  journeys: ['e2e/pay-in.journey.ts'],
  calls: ['recharge'],
  codes: ['10016'],
  routes: ['/profile/balance'],
}

const page = (...rows: readonly string[]) =>
  readLines('page.md', ['# Deposits', '| | asked | where | test |', '|---|---|---|---|', ...rows].join('\n'))
const whole = [
  '| S2.1 | `/profile/balance` opens | `rules/deposit.ts` | `e2e/pay-in.journey.ts` › money comes in<br>› money goes … |',
  '| C.recharge | records a deposit | `rules/deposit.ts` | `rules/deposit.test.ts` › a deposit below … |',
  '| E10016 | amount incorrect | `rules/deposit.ts` | `rules/deposit.test.ts` › 10011: too little |',
]
const faultsOf = (row: string) => judge(page(row), repository).faults

describe('the lines of a page', () => {
  test('are the rows of its tables, with places, tests and what is open', () => {
    expect(page(...whole)[0]).toEqual({
      number: 'S2.1',
      requirement: '`/profile/balance` opens',
      places: ['rules/deposit.ts'],
      tests: [
        { file: 'e2e/pay-in.journey.ts', title: 'money comes in' },
        { file: 'e2e/pay-in.journey.ts', title: 'money goes …' },
      ],
      open: null,
      notApplicable: null,
      accepted: null,
      at: 'page.md:4',
    })
    expect(page('| S1 | a \\| b | | open: the screen |')[0]).toMatchObject({
      requirement: 'a | b',
      open: 'the screen',
    })
  })
  test('name titles as they stand in the file; one that is never run is none', () => {
    expect(titlesIn(source)).toEqual([
      'a deposit below the minimum is refused',
      'what is refused',
      '10011: too little',
      `a \${kind} order waits`,
    ])
  })
})

describe('the check of the requirements', () => {
  test('is quiet when every line has its test and everything has its line', () => {
    expect(judge(page(...whole), repository)).toEqual({ faults: [], unnamed: [], open: [] })
  })
  test('finds a line without a test, without a place, without a number', () => {
    expect(faultsOf('| S1 | asked | `rules/deposit.ts` | |')).toEqual(['page.md:4: S1: has no test'])
    expect(faultsOf('| S1 | asked | | `rules/deposit.test.ts` › what is refused |')).toEqual([
      'page.md:4: S1: does not say where it lives',
    ])
    expect(
      faultsOf('| | asked | `rules/deposit.ts` | `rules/deposit.test.ts` › what is refused |'),
    ).toHaveLength(1)
  })
  test('finds a file, a test file and a title that are not there', () => {
    expect(faultsOf('| S1 | asked | `rules/gone.ts` | `rules/deposit.test.ts` › what is refused |')).toEqual([
      'page.md:4: S1: there is no rules/gone.ts',
    ])
    expect(faultsOf('| S1 | asked | `rules/deposit.ts` | `rules/gone.test.ts` › a title |')).toEqual([
      'page.md:4: S1: there is no test file rules/gone.test.ts',
    ])
    for (const title of ['another title', 'what is', 'another …', 'a test that is never run'])
      expect(
        faultsOf(`| S1 | asked | \`rules/deposit.ts\` | \`rules/deposit.test.ts\` › ${title} |`),
      ).toEqual([`page.md:4: S1: rules/deposit.test.ts has no test “${title}”`])
  })
  test('finds a number that stands twice', () => {
    const { faults } = judge(page(...whole, whole[1] ?? ''), repository)
    expect(faults).toEqual(['page.md:7: C.recharge stands at page.md:5 already'])
  })
  test('finds a call, a code, a route, a file of tests and a journey that no line names', () => {
    expect(judge([], repository).unnamed).toEqual([
      'the call recharge: a line C.recharge',
      'the code 10016: a line E10016',
      'the route /profile/balance: a line that names it',
      'the tests of rules/deposit.test.ts: a line they show',
      'the journey “money comes in” of e2e/pay-in.journey.ts: a line it shows',
      'the journey “money goes out” of e2e/pay-in.journey.ts: a line it shows',
    ])
  })
  test('counts what is open, and wants to be told what is missing', () => {
    expect(judge(page('| S9 | asked | | open: the page |'), repository)).toMatchObject({
      faults: [],
      open: ['S9: the page'],
    })
    expect(faultsOf('| S9 | asked | | open: |')).toEqual([
      'page.md:4: S9: open, without a word on what is missing',
    ])
  })
})

describe('the check of the table of ASVS', () => {
  const ids = new Map([
    ['V1.1.1', 1],
    ['V1.1.2', 2],
    ['V1.1.3', 3],
  ])
  const rows = [
    '| V1.1.1 | met | `rules/deposit.ts` | `rules/deposit.test.ts` › a deposit below … |',
    '| V1.1.2 | XML | | not applicable: none is read |',
  ]
  const wrongWith = (...more: readonly string[]) => judgeSecurity(page(...rows, ...more), ids, repository)
  test('is quiet when every id up to level 2 is met, open or of nothing here, each with a reason', () => {
    expect(wrongWith()).toEqual([])
    expect(wrongWith('| V1.1.3 | asked | | open: not yet |')).toEqual([])
    expect(
      wrongWith('| V1.1.3 | asked | | accepted: the specification has it so; a budget guards |'),
    ).toEqual([])
    expect(wrongWith('| V1.1.3 | written down | `rules/deposit.ts` | |')).toEqual([])
  })
  test('finds an id that is missing, unknown or twice', () => {
    expect(judgeSecurity(page(rows[0] ?? ''), ids, repository)).toEqual(['docs/security.md lacks V1.1.2'])
    expect(wrongWith('| V9.9.9 | asked | `rules/deposit.ts` | |')).toEqual([
      'page.md:6: V9.9.9: is no requirement of ASVS',
    ])
    expect(wrongWith(rows[0] ?? '')).toEqual(['page.md:6: V1.1.1 stands at page.md:4 already'])
  })
  test('finds a line without a place or a reason, and a file or test that is not there', () => {
    expect(wrongWith('| V1.1.3 | asked | | |')).toEqual(['page.md:6: V1.1.3: does not say where it is met'])
    expect(wrongWith('| V1.1.3 | asked | | open: |')).toHaveLength(1)
    expect(wrongWith('| V1.1.3 | asked | | accepted: for now |')).toHaveLength(1)
    expect(wrongWith('| V1.1.3 | asked | | accepted: the specification has it so |')).toHaveLength(1)
    expect(wrongWith('| V1.1.3 | asked | `rules/gone.ts` | `rules/deposit.test.ts` › gone |')).toHaveLength(2)
  })
})
