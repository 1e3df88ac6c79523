// Reads the pages of docs/requirements and reports their faults. It reads no files itself: facts are passed in.

export interface NamedTest {
  readonly file: string
  readonly title: string
}

export interface RequirementLine {
  readonly number: string
  readonly requirement: string
  readonly places: readonly string[]
  readonly tests: readonly NamedTest[]
  /** The missing part; null where the line is fulfilled. */
  readonly open: string | null
  /** Reason why it does not apply here; null where it applies. */
  readonly notApplicable: string | null
  /** Reason where the specification asks for something else, and what guards instead; null where it does not. */
  readonly accepted: string | null
  /** Place of the line, for the person who fixes it. */
  readonly at: string
}

export interface Repository {
  exists(path: string): boolean
  /** The titles of the tests of a file; empty where it has none or does not exist. */
  titlesOf(file: string): readonly string[]
  readonly testFiles: readonly string[]
  readonly journeys: readonly string[]
  readonly calls: readonly string[]
  readonly codes: readonly string[]
  readonly routes: readonly string[]
}

export interface Judgement {
  /** Faults found in the lines. */
  readonly faults: readonly string[]
  /** Tests, calls, codes and routes that no line names. */
  readonly unnamed: readonly string[]
  readonly open: readonly string[]
}

const cellsOf = (row: string): readonly string[] =>
  row
    .slice(1, row.lastIndexOf('|'))
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

const coded = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '')

/** Reads the rows of a page's tables: number, requirement, place, and the tests that show it. */
export function readLines(page: string, text: string): readonly RequirementLine[] {
  const rows = text.split('\n').map((row, index) => ({ row: row.trim(), at: `${page}:${index + 1}` }))
  return rows
    .filter(({ row }, index) => row.startsWith('|') && !isRuler(row) && !isRuler(rows[index + 1]?.row ?? ''))
    .map(({ row, at }) => {
      const [number = '', requirement = '', where = '', shown = ''] = cellsOf(row)
      return { number, requirement, places: coded(where), ...readShown(shown), at }
    })
}

const isRuler = (row: string): boolean => /^\|[\s|:-]+\|$/.test(row)

/** Reads `file` › title, the next after a <br>; without a file it is one more of the same. A missing part begins with “open:”. */
function readShown(cell: string): Pick<RequirementLine, 'tests' | 'open' | 'notApplicable' | 'accepted'> {
  const parts = cell.split('<br>').map((part) => part.trim())
  const marked = (mark: string) =>
    parts
      .find((part) => part.startsWith(mark))
      ?.slice(mark.length)
      .trim() ?? null
  const [open, notApplicable, accepted] = [marked('open:'), marked('not applicable:'), marked('accepted:')]
  const tests: NamedTest[] = []
  for (const part of parts.filter((one) => one !== '' && !/^(open|not applicable|accepted):/.test(one))) {
    const [, file, title = ''] = /^(?:`([^`]+)`)?\s*›\s*(.+)$/.exec(part) ?? []
    tests.push({ file: file ?? tests.at(-1)?.file ?? part, title })
  }
  return { tests, open, notApplicable, accepted }
}

const titled =
  /\b(?:test|it|describe)((?:\.(?:skip|todo|only|each|for|describe|concurrent|sequential|serial|parallel|fails|skipIf|runIf))*)(?:\([^()]*\))?\(\s*(?:'((?:\\.|[^'\\])*)'|`((?:\\.|[^`\\])*)`|"((?:\\.|[^"\\])*)")/g

/** The titles of a file's tests in its text; a test that never runs does not count. */
export function titlesIn(source: string): readonly string[] {
  return [...source.matchAll(titled)]
    .filter(([, modifiers = '']) => !/skip|todo/.test(modifiers))
    .map(([, , single, template, double]) => (single ?? template ?? double ?? '').replace(/\\(['"`])/g, '$1'))
}

/** A title may be cut short with “ …”: then the test's title has to begin with it. */
const isTitled = (titles: readonly string[], title: string): boolean =>
  title.endsWith(' …') ? titles.some((one) => one.startsWith(title.slice(0, -2))) : titles.includes(title)

export function judge(lines: readonly RequirementLine[], repository: Repository): Judgement {
  return {
    faults: [...doubled(lines), ...lines.flatMap((line) => [...faultsOf(line, repository)])],
    unnamed: [...unnamedBy(lines, repository)],
    open: lines.filter(({ open }) => open !== null).map(({ number, open }) => `${number}: ${open}`),
  }
}

/** Requirements of ASVS by id, with their level. */
export type SecurityIds = ReadonlyMap<string, number>

/**
 * Finds faults in the table of docs/security.md: an id twice, unknown or missing up to level 2; a line that states neither
 * where it is met, nor why it does not apply here, nor what is missing, nor what the specification wants instead; a missing
 * file or test. A line about documentation needs no test.
 */
export function judgeSecurity(
  lines: readonly RequirementLine[],
  ids: SecurityIds,
  repository: Pick<Repository, 'exists' | 'titlesOf'>,
): readonly string[] {
  const named = new Set(lines.map(({ number }) => number))
  const needed = [...ids].filter(([, level]) => level <= 2).map(([id]) => id)
  return [
    ...doubled(lines),
    ...needed.filter((id) => !named.has(id)).map((id) => `docs/security.md lacks ${id}`),
    ...lines.flatMap((line) => {
      const wrong = [...securityFaults(line, ids), ...missingOf(line, repository)]
      return wrong.map((fault) => `${line.at}: ${line.number}: ${fault}`)
    }),
  ]
}

function* securityFaults(line: RequirementLine, ids: SecurityIds): Generator<string> {
  const { number, requirement, places, tests, open, notApplicable, accepted } = line
  if (!ids.has(number)) yield 'is no requirement of ASVS'
  if (requirement === '') yield 'nothing asked'
  if (open === '' || notApplicable === '') yield 'open or not applicable, without a word on why'
  if (accepted !== null && !/^the specification\b.+;.+/.test(accepted))
    yield 'accepted, without what the specification says and, after a semicolon, what guards instead'
  if (open === null && notApplicable === null && accepted === null && places.length + tests.length === 0)
    yield 'does not say where it is met'
}

function* doubled(lines: readonly RequirementLine[]): Generator<string> {
  const seen = new Map<string, string>()
  for (const { number, at } of lines) {
    const before = seen.get(number)
    if (before !== undefined) yield `${at}: ${number} stands at ${before} already`
    seen.set(number, at)
  }
}

function faultsOf(line: RequirementLine, repository: Repository): readonly string[] {
  const { number, at } = line
  const found = [...formFaults(line), ...missingOf(line, repository)]
  return found.map((fault) => `${at}: ${number}: ${fault}`)
}

const missingOf = (
  { places, tests }: RequirementLine,
  repository: Pick<Repository, 'exists' | 'titlesOf'>,
): readonly string[] => [
  ...places.filter((place) => !repository.exists(place)).map((place) => `there is no ${place}`),
  ...tests.flatMap((test) => testFaults(test, repository)),
]

function* formFaults({ number, requirement, places, tests, open }: RequirementLine): Generator<string> {
  if (!/^[A-Z][.\w]*$/.test(number) || requirement === '') yield 'no number, or nothing asked'
  if (open === '') yield 'open, without a word on what is missing'
  if (open !== null) return
  if (places.length === 0) yield 'does not say where it lives'
  if (tests.length === 0) yield 'has no test'
}

function testFaults(
  { file, title }: NamedTest,
  { exists, titlesOf }: Pick<Repository, 'exists' | 'titlesOf'>,
): readonly string[] {
  if (!exists(file)) return [`there is no test file ${file}`]
  return isTitled(titlesOf(file), title) ? [] : [`${file} has no test “${title}”`]
}

function unnamedBy(lines: readonly RequirementLine[], repository: Repository): readonly string[] {
  const numbers = new Set(lines.map(({ number }) => number))
  const required = new Set(lines.flatMap((line) => coded(line.requirement)))
  const { calls, codes, routes } = repository
  return [
    ...calls.filter((call) => !numbers.has(`C.${call}`)).map((call) => `the call ${call}: a line C.${call}`),
    ...codes.filter((code) => !numbers.has(`E${code}`)).map((code) => `the code ${code}: a line E${code}`),
    ...routes
      .filter((route) => !required.has(route))
      .map((route) => `the route ${route}: a line that names it`),
    ...unnamedTests(lines, repository),
  ]
}

function unnamedTests(lines: readonly RequirementLine[], repository: Repository): readonly string[] {
  const tests = lines.flatMap((line) => line.tests)
  const files = new Set(tests.map(({ file }) => file))
  const isNamed = (file: string, title: string) =>
    tests.some((test) => test.file === file && isTitled([title], test.title))
  return [
    ...repository.testFiles
      .filter((file) => !files.has(file))
      .map((file) => `the tests of ${file}: a line they show`),
    ...repository.journeys.flatMap((file) =>
      repository
        .titlesOf(file)
        .filter((title) => !isNamed(file, title))
        .map((title) => `the journey “${title}” of ${file}: a line it shows`),
    ),
  ]
}
