// `npm run check:plants`: plants one fault for each check in a copy of the last commit, runs all checks there, and ends with 1 where one
// of them does not fail, or does not name its fault.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checks } from './checks.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Packages of this workspace, which npm links by paths from where they are. */
const ours = '@candor'
const copy = mkdtempSync(join(tmpdir(), 'candor-faults-'))

const write = (file: string, text: string) => writeFileSync(join(copy, file), text)
const add = (file: string, text: string) => appendFileSync(join(copy, file), text)
const replace = (file: string, from: string, to: string) => {
  const text = readFileSync(join(copy, file), 'utf8')
  if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`)
  write(file, text.replace(from, to))
}

interface Fault {
  readonly plant: () => void
  /** Words of the check's output that name this fault, and no other. */
  readonly found: string
}

const faults: Readonly<Record<string, Fault>> = {
  'types (server, packages, tests)': {
    plant: () => write('packages/money/src/planted-type.ts', "export const planted: number = 'text'\n"),
    found: 'planted-type.ts(1,14)',
  },
  'types (browser)': {
    plant: () => write('apps/web/src/planted-type.ts', "export const planted: number = 'text'\n"),
    found: 'planted-type.ts(1,14)',
  },
  'lint and format': {
    plant: () => write('packages/money/src/planted-lint.ts', 'export let planted = 1;\n'),
    found: 'planted-lint.ts',
  },
  'import boundaries': {
    plant: () =>
      write(
        'packages/money/src/planted-import.ts',
        "import { allMarkets } from '@candor/rules'\n\nexport const planted = allMarkets\n",
      ),
    found: 'planted-import.ts',
  },
  'tables of other modules': {
    plant: () =>
      write(
        'apps/server/src/savings/planted-table.ts',
        "import type { Database } from '../platform/database/database.ts'\n\nexport const planted = (db: Database) => db.query.selectFrom('loans').selectAll().execute()\n",
      ),
    found: 'planted-table.ts',
  },
  'jobs over cases': {
    // A statement of the job `thin-worth`.
    plant: () =>
      replace(
        'apps/server/src/accounts/worth/worth-store.ts',
        '  const through =',
        '  for (const planted of [1, 2]) await Promise.resolve(planted)\n  const through =',
      ),
    found: 'worth-store.ts',
  },
  'unused code and dependencies': {
    plant: () => write('apps/server/src/savings/planted-unused.ts', 'export const planted = 1\n'),
    found: 'planted-unused.ts',
  },
  'texts in ten languages': {
    plant: () =>
      write(
        'apps/web/src/planted-text.tsx',
        "export const planted = (t: (key: string) => string) => t('home.planted')\n",
      ),
    found: 'home.planted',
  },
  'requirements and their tests': {
    plant: () =>
      add(
        'docs/requirements/fresh-prices.md',
        '| I99.1 | Planted | `README.md` | `README.md` › planted test |\n',
      ),
    found: 'I99.1',
  },
  'generated API docs': { plant: () => add('docs/api/websockets.md', 'planted\n'), found: 'websockets.md' },
  'generated table of calls': {
    plant: () => add('apps/web/src/session/calls/call-table.ts', '// planted\n'),
    found: 'call-table.ts',
  },
  'generated types of the client': {
    plant: () => {
      const [file] = readdirSync(join(copy, 'packages/client/src/generated'))
      add(`packages/client/src/generated/${file}`, '// planted\n')
    },
    found: 'out of date',
  },
  'comments, names and sizes': {
    plant: () =>
      write(
        'packages/money/src/planted-comment.ts',
        `/** ${'What'} is planted here. */\nexport const planted = 1\n`,
      ),
    found: 'planted-comment.ts',
  },
  'commit messages': { plant: () => undefined, found: 'planted' },
}

try {
  execFileSync('git', ['clone', '-q', root, copy])
  linkPackages()
  for (const { plant } of Object.values(faults)) plant()
  const author = ['-c', 'user.name=planted', '-c', 'user.email=planted@example.org']
  execFileSync('git', [...author, 'commit', '-q', '--allow-empty', '-m', 'planted'], { cwd: copy })
  const { stdout } = spawnSync(process.execPath, ['scripts/check.mjs'], { cwd: copy, encoding: 'utf8' })
  const missed = checks.filter(({ name }) => !finds(stdout, name)).map(({ name }) => name)
  for (const name of missed) console.log(`NOT FOUND by: ${name}`)
  if (missed.length > 0) console.log(stdout)
  console.log(
    `${checks.length - missed.length} of ${checks.length} checks found the fault that was planted for them`,
  )
  process.exitCode = missed.length > 0 ? 1 : 0
} finally {
  rmSync(copy, { recursive: true, force: true })
}

/** Checks whether the part of the output that belongs to a check says that it failed, and names its fault. */
function finds(output: string, name: string): boolean {
  const [, own = ''] = output.split(`• ${name} … `)
  const [reported = ''] = own.split('\n• ')
  const found = faults[name]?.found
  return found !== undefined && reported.startsWith('FAILED') && reported.includes(found)
}

/** Gives the copy the packages that npm installed here; the workspace's own are those of the copy. */
function linkPackages(): void {
  const workspaces = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name)),
  )
  const folders = ['.', 'e2e', 'bench', ...workspaces].map((workspace) => join(workspace, 'node_modules'))
  for (const folder of folders.filter((name) => existsSync(join(root, name)))) {
    mkdirSync(join(copy, folder))
    for (const name of readdirSync(join(root, folder)).filter((it) => it !== ours))
      symlinkSync(join(root, folder, name), join(copy, folder, name))
  }
  const own = join('node_modules', ours)
  mkdirSync(join(copy, own))
  for (const name of readdirSync(join(root, own)))
    symlinkSync(readlinkSync(join(root, own, name)), join(copy, own, name))
}
