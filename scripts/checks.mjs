// The checks of `npm run check`, in the order in which a newcomer needs their results.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { runCommand } from './stages.mjs'

const typescript7 = dirname(createRequire(import.meta.url).resolve('typescript-7/package.json'))

const quietly =
  (command, ...args) =>
  () =>
    runCommand(command, args, { quiet: true })

/** Shows the last line, which states how much was checked: the history of commits, for example, may be missing. */
const withFigure = (script) => async () => {
  const result = await runCommand('tsx', [script], { quiet: true })
  return { ...result, note: result.output.trim().split('\n').at(-1) }
}

/** TypeScript 7 checks, one checker each: several check the same again, in twice the CPU time of two cores. The other tools read sources through 6, whose `tsc` may be on the path instead. */
const types = (project) => quietly('node', join(typescript7, 'bin/tsc'), '-p', project, '--checkers', '1')

export const checks = [
  { name: 'types (server, packages, tests)', run: types('tsconfig.node.json') },
  { name: 'types (browser)', run: types('tsconfig.web.json') },
  { name: 'lint and format', run: quietly('biome', 'check', '--error-on-warnings', '.') },
  { name: 'import boundaries', run: withFigure('scripts/check-boundaries.ts') },
  { name: 'tables of other modules', run: quietly('tsx', 'scripts/check-tables.ts') },
  { name: 'jobs over cases', run: quietly('tsx', 'scripts/check-jobs.ts') },
  { name: 'unused code and dependencies', run: quietly('knip') },
  { name: 'texts in ten languages', run: quietly('tsx', 'scripts/check-texts.ts') },
  { name: 'requirements and their tests', run: quietly('tsx', 'scripts/check-requirements.ts') },
  { name: 'generated API docs', run: quietly('tsx', 'scripts/api-docs.ts', '--check') },
  { name: 'generated table of calls', run: quietly('tsx', 'scripts/call-table.ts', '--check') },
  { name: 'generated types of the client', run: quietly('tsx', 'scripts/client-types.ts', '--check') },
  {
    name: 'comments, names and sizes',
    run: quietly('tsx', 'scripts/measure-code.ts', '--check'),
  },
  { name: 'commit messages', run: withFigure('scripts/check-commits.ts') },
]
