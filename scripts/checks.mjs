// What `npm run check` looks at, in the order a newcomer would want to hear of it.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { runCommand } from './stages.mjs'

const typescript7 = dirname(createRequire(import.meta.url).resolve('typescript-7/package.json'))

const quietly =
  (command, ...args) =>
  () =>
    runCommand(command, args, { quiet: true })

// dependency-cruiser passes when it understood no file at all: its own count is the proof that it looked.
const fewestModules = 2_000
async function boundaries() {
  const args = ['packages', 'apps', 'bench', 'e2e', 'scripts', '--config', '.dependency-cruiser.cjs']
  const result = await runCommand('depcruise', args, { quiet: true })
  const looked = Number(/\((\d+) modules/.exec(result.output)?.[1] ?? 0)
  if (result.ok && looked < fewestModules) {
    return {
      ok: false,
      output: `only ${looked} modules were looked at, expected at least ${fewestModules}\n${result.output}`,
    }
  }
  return result
}

/** The history may not be here, and then that is said. */
async function commitMessages() {
  const result = await runCommand('tsx', ['scripts/check-commits.ts'], { quiet: true })
  return { ...result, note: result.output.trim().split('\n').at(-1) }
}

/** TypeScript 7 checks; the other tools read sources through 6, whose `tsc` may lie on the path instead. */
const types = (project) => quietly('node', join(typescript7, 'bin/tsc'), '-p', project)

export const checks = [
  { name: 'types (server, packages, tests)', run: types('tsconfig.node.json') },
  { name: 'types (browser)', run: types('tsconfig.web.json') },
  { name: 'lint and format', run: quietly('biome', 'check', '--error-on-warnings', '.') },
  { name: 'import boundaries', run: boundaries },
  { name: 'tables of other modules', run: quietly('tsx', 'scripts/check-tables.ts') },
  { name: 'jobs over cases', run: quietly('tsx', 'scripts/check-jobs.ts') },
  { name: 'unused code and dependencies', run: quietly('knip') },
  { name: 'texts in ten languages', run: quietly('tsx', 'scripts/check-texts.ts') },
  { name: 'requirements and their tests', run: quietly('tsx', 'scripts/check-requirements.ts') },
  { name: 'generated API docs', run: quietly('tsx', 'scripts/api-docs.ts', '--check') },
  {
    name: 'openings of comments, size of folders',
    run: quietly('tsx', 'scripts/measure-code.ts', '--check'),
  },
  { name: 'commit messages', run: commitMessages },
]
