// Every line of docs/requirements lives somewhere and is shown by a test; every test, call, code and route has its line.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { judge, judgeSecurity, readLines, titlesIn } from './requirement-lines.ts'

/** Maximum number of open lines, and of things without a line. Neither may grow; both end at 0. */
const openAllowed = 0
const unnamedAllowed = 0

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const under = (folder: string, ending: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !/(^|\/)(node_modules|dist)\//.test(name))
    .map((name) => `${folder}/${name}`)
    .sort()

/** A path that leads out of the repository, or to a file that is not part of it, does not count. */
const exists = (path: string): boolean =>
  !path.startsWith('/') && !/(^|\/)(\.\.|node_modules)(\/|$)/.test(path) && existsSync(join(root, path))

const titles = new Map<string, readonly string[]>()
function titlesOf(file: string): readonly string[] {
  const known = titles.get(file) ?? (exists(file) ? titlesIn(read(file)) : [])
  titles.set(file, known)
  return known
}

interface ApiPage {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>
}
/** The contract's calls, from the page that another check keeps up to date. */
const callsOf = (page: string): readonly string[] =>
  Object.values((JSON.parse(read(page)) as ApiPage).paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId }) => operationId)

const journeys = under('e2e', '.journey.ts')
const testFiles = ['packages', 'apps', 'scripts'].flatMap((folder) => under(folder, '.test.ts'))
const pages = under('docs/requirements', '.md')
const lines = pages.flatMap((page) => readLines(page, read(page)))
const securityLines = readLines('docs/security.md', read('docs/security.md'))
const securityIds = new Map(
  read('scripts/asvs-5.0.0.txt')
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([id = '', level]) => [id, Number(level)]),
)
const {
  faults: wrong,
  unnamed,
  open,
} = judge(lines, {
  exists,
  titlesOf,
  testFiles,
  journeys,
  calls: [...callsOf('docs/api/openapi.json'), ...callsOf('docs/api/operators.json')],
  codes: Object.keys(JSON.parse(read('packages/texts/src/en/codes.json')) as object),
  routes: [...read('apps/web/src/shell/routes.tsx').matchAll(/\broute\(\s*'([^']+)'/g)].map(
    ([, path]) => path ?? '',
  ),
})

const faults = [...wrong, ...judgeSecurity(securityLines, securityIds, { exists, titlesOf })]

const tooMany = (found: readonly string[], allowed: number): boolean => found.length > allowed
for (const fault of faults) console.log(fault)
if (tooMany(unnamed, unnamedAllowed) || process.argv.includes('--all'))
  for (const one of unnamed) console.log(`docs/requirements lacks, for ${one}`)
if (tooMany(open, openAllowed) || process.argv.includes('--all'))
  for (const one of open) console.log(`open: ${one}`)
console.log(
  `ASVS: ${securityLines.length} lines, ${securityLines.filter((line) => line.open !== null).length} open, ${securityLines.filter(({ accepted }) => accepted !== null).length} accepted, ${securityLines.filter(({ notApplicable }) => notApplicable !== null).length} of nothing here`,
)
console.log(
  `${lines.length} lines, ${open.length} open (at most ${openAllowed}), ${unnamed.length} without a line (at most ${unnamedAllowed}), ${faults.length} faults`,
)
if (faults.length > 0 || tooMany(open, openAllowed) || tooMany(unnamed, unnamedAllowed)) process.exitCode = 1
