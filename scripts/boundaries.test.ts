import { execFile } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

interface Side {
  readonly path?: string
  readonly pathNot?: string
}
interface Rule {
  readonly name: string
  readonly from: Side
  readonly to: Side
}

const root = fileURLToPath(new URL('..', import.meta.url))
const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as { forbidden: Rule[] }
const planted = mkdtempSync(join(tmpdir(), 'candor-boundaries-'))
afterAll(() => rmSync(planted, { recursive: true, force: true }))

const ownFiles = ['apps', 'packages'].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
    .map((name) => join(top, name))
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist|\.cache)\//.test(file)),
)

test('every path that a boundary names is there', () => {
  const faults = forbidden.flatMap(({ name, from, to }) =>
    [from.path, to.path]
      // What a rule says of packages from npm, and of the capability on its other side, names no file of ours.
      .flatMap((path) =>
        path === undefined || /^\^?\(?node_modules|\$1/.test(path) ? [] : alternativesOf(path),
      )
      .filter(
        (path) => !path.includes('node_modules') && !ownFiles.some((file) => new RegExp(path).test(file)),
      )
      .map((path) => `${name}: ${path}`),
  )
  expect(faults).toEqual([])
})

test('I13.7: the boundaries name every folder of the server: eighteen modules and the three parts below them', () => {
  const folders = readdirSync(join(root, 'apps/server/src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const between = forbidden.find(({ name }) => name === 'server-modules-do-not-import-each-other')
  const modules = alternativesOf(between?.from.path ?? '').flatMap((path) => path.split('/')[3] ?? [])
  const parts = forbidden.flatMap(({ name }) => /^([a-z]+)-imports-no-module$/.exec(name)?.[1] ?? [])
  expect([modules.length, parts.length]).toEqual([18, 3])
  expect([...modules, ...parts, ...outsideOfServer].sort()).toEqual(folders.sort())
  // A part may import those below it, and no module.
  const forbiddenTo = (part: string) =>
    forbidden.find(({ name }) => name === `${part}-imports-no-module`)?.to.path ?? ''
  for (const part of parts)
    expect(alternativesOf(forbiddenTo(part))).toEqual(
      expect.arrayContaining(alternativesOf(between?.to.path ?? '')),
    )
})

/** Folders that use the server from outside: its commands, and what tests it as a whole. */
const outsideOfServer = ['cli', 'simulator', 'system-tests', 'testing']

/** Splits a path at its first group, so that each of the names in it has to be there. */
function alternativesOf(path: string): string[] {
  const group = /\(([a-z0-9|/-]+)\)/.exec(path)
  if (group === null) return [path]
  return (group[1] ?? '').split('|').map((one) => path.replace(group[0], one))
}

test.each([
  ['web', 22],
  ['console', 25],
] as const)(
  'a capability of the %s app imports only those before it, and each that it may import',
  (app, count) => {
    const folders = readdirSync(join(root, `apps/${app}/src`), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
    const named = new RegExp(`^${app}-([a-z-]+)-imports`)
    const capabilities = forbidden.flatMap(({ name }) => named.exec(name)?.[1] ?? [])
    expect(capabilities.length).toBe(count)
    expect([...capabilities, ...withoutBoundary[app]].sort()).toEqual(folders.sort())
    for (const [place, capability] of capabilities.entries()) {
      const rule = forbidden.find(({ name }) => name.startsWith(`${app}-${capability}-`))
      const isForbidden = new RegExp(rule?.to.path ?? '')
      const mayImport = capabilities.filter(
        (other) => other !== capability && !isForbidden.test(`apps/${app}/src/${other}/a.ts`),
      )
      expect(mayImport.filter((other) => capabilities.indexOf(other) > place)).toEqual([])
      expect(
        mayImport.filter((other) => !imports(`apps/${app}/src/${capability}/`, other)),
        capability,
      ).toEqual([])
    }
  },
)

/** Folders that every capability may import, and the shell, which draws them. */
const withoutBoundary = {
  web: ['first-paint', 'live', 'session', 'shell'],
  console: ['session', 'shell'],
}

const imports = (folder: string, other: string): boolean =>
  ownFiles.some(
    (file) =>
      file.startsWith(folder) &&
      !/\.test\.tsx?$/.test(file) &&
      new RegExp(`'(\\.\\./)+${other}/`).test(readFileSync(join(root, file), 'utf8')),
  )

const violations: Readonly<Record<string, readonly [file: string, imported: string]>> = {
  'no-circles': ['packages/money/src/one.ts', 'packages/money/src/two.ts'],
  'money-stands-alone': ['packages/money/src/amount.ts', 'packages/rules/src/rule.ts'],
  'refusals-stand-alone': ['packages/refusals/src/codes.ts', 'packages/money/src/plain.ts'],
  'rules-know-money-and-refusals': ['packages/rules/src/rule.ts', 'packages/contract/src/call.ts'],
  'contract-knows-the-packages-below': ['packages/contract/src/call.ts', 'packages/texts/src/text.ts'],
  'client-stands-alone': ['packages/client/src/client.ts', 'packages/money/src/plain.ts'],
  'texts-and-ui-know-no-product': ['packages/ui/src/button.ts', 'packages/money/src/plain.ts'],
  'packages-know-no-app': ['packages/texts/src/text.ts', 'apps/web/src/plain.ts'],
  'apps-are-apart': ['apps/web/src/home/page.ts', 'apps/console/src/page.ts'],
  'server-modules-do-not-import-each-other': ['apps/server/src/loans/loan.ts', 'apps/server/src/nft/work.ts'],
  'platform-imports-no-module': [
    'apps/server/src/platform/jobs/job.ts',
    'apps/server/src/screening/lists.ts',
  ],
  'ledger-imports-no-module': ['apps/server/src/ledger/report.ts', 'apps/server/src/documents/paper.ts'],
  'documents-imports-no-module': ['apps/server/src/documents/page.ts', 'apps/server/src/platform/clock.ts'],
  'modules-know-no-composition': ['apps/server/src/loans/opens.ts', 'apps/server/src/compose-money.ts'],
  'the-server-runs-without-its-tests': [
    'apps/server/src/loans/borrows.ts',
    'apps/server/src/testing/person.ts',
  ],
  'the-hedge-decision-knows-sums-alone': [
    'packages/rules/src/hedging/peeks.ts',
    'packages/rules/src/orders/contract.ts',
  ],
  'hedging-knows-no-customer': [
    'apps/server/src/trading/hedging/peeks.ts',
    'apps/server/src/trading/orders/order.ts',
  ],
  'only-the-ledger-writes-entries': ['apps/server/src/loans/pay.ts', 'apps/server/src/ledger/soak/bank.ts'],
  'recomputation-shares-no-computation': [
    'apps/server/src/cli/recompute/again.ts',
    'packages/rules/src/rule.ts',
  ],
  'no-schemas-in-the-browser': ['apps/web/src/loans/form.ts', 'packages/contract/src/schema.ts'],
  'shell-loads-capabilities-later': ['apps/web/src/shell/frame.ts', 'apps/web/src/content/plain.ts'],
  'session-and-live-know-no-capability': ['apps/web/src/live/prices.ts', 'apps/web/src/content/plain.ts'],
  'console-lists-its-pages-in-one-place': [
    'apps/console/src/session/sign-in.ts',
    'apps/console/src/proposals/dialog.ts',
  ],
  resolvable: ['apps/server/src/loans/nowhere.ts', 'apps/server/src/loans/is-not-there.ts'],
}
/** Of each capability of the web app and of the console: another one that it may not import. */
const capabilityViolations = forbidden.flatMap(({ name, from, to }) => {
  if (!name.endsWith('-imports-its-neighbours-alone')) return []
  const [other] = alternativesOf(to.path ?? '')
  return [[name, [`${from.path?.slice(1)}a.ts`, `${other?.slice(1)}plain.ts`]] as const]
})

function plant(file: string, text: string): void {
  mkdirSync(dirname(join(planted, file)), { recursive: true })
  writeFileSync(join(planted, file), text)
}

interface Found {
  readonly rule: { readonly name: string }
  readonly from: string
}

/** Writes one violation of every rule, and a circle of types alone, into a folder of its own; returns what is found there. */
async function foundOfPlanted(): Promise<readonly Found[]> {
  for (const [rule, [file, imported]] of [...Object.entries(violations), ...capabilityViolations]) {
    const path = relative(dirname(file), imported)
    const name = `of_${rule.replaceAll('-', '_')}`
    plant(
      file,
      `import { value } from '${path.startsWith('.') ? path : `./${path}`}'\nexport const ${name} = value\n`,
    )
    if (rule !== 'resolvable' && !Object.values(violations).some(([other]) => other === imported))
      plant(imported, 'export const value = 1\n')
  }
  plant(
    'packages/money/src/two.ts',
    `import { of_no_circles } from './one.ts'\nexport const value = of_no_circles\n`,
  )
  plant(
    'packages/money/src/left.ts',
    `import type { Right } from './right.ts'\nexport type Left = Right | 1\n`,
  )
  plant(
    'packages/money/src/right.ts',
    `import type { Left } from './left.ts'\nexport type Right = readonly Left[]\n`,
  )
  plant('apps/web/src/shell/later.ts', `export const later = () => import('../content/plain.ts')\n`)
  copyFileSync(join(root, 'tsconfig.base.json'), join(planted, 'tsconfig.base.json'))
  symlinkSync(join(root, 'node_modules'), join(planted, 'node_modules'))
  const command = join(root, 'node_modules/.bin/depcruise')
  const args = [
    'packages',
    'apps',
    '--config',
    join(root, '.dependency-cruiser.cjs'),
    '--output-type',
    'json',
  ]
  const report = await new Promise<string>((resolve) =>
    execFile(command, args, { cwd: planted, maxBuffer: 1e8 }, (_error, stdout) => resolve(stdout)),
  )
  return (JSON.parse(report) as { summary: { violations: Found[] } }).summary.violations
}

test('every boundary is found broken by an import that breaks it', async () => {
  const found = await foundOfPlanted()
  const rules = [...Object.keys(violations), ...capabilityViolations.map(([rule]) => rule)].sort()
  expect([...new Set(found.map(({ rule }) => rule.name))].sort()).toEqual(rules)
  expect(forbidden.map(({ name }) => name).sort()).toEqual(rules)
  expect(found.map(({ from }) => from)).not.toContain('apps/web/src/shell/later.ts')
  // Each circle is reported once, at its first file.
  const circles = found.filter(({ rule }) => rule.name === 'no-circles').map(({ from }) => from)
  expect(circles.sort(), 'a circle of types alone is one too').toEqual([
    'packages/money/src/left.ts',
    'packages/money/src/one.ts',
  ])
}, 120_000)
