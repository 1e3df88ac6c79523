// `npm test`: checks, then unit and integration tests on the real PostgreSQL, then journeys in a real browser.
// The last line counts every test that ran: `N passed, N failed`.
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { checks } from './checks.mjs'
import { projectRoot, runCommand, runStages } from './stages.mjs'

const reports = join(projectRoot, '.cache', 'test-reports')

function sayWhatIsMissing() {
  if (!existsSync(join(projectRoot, '..', 'shared', 'market-data'))) {
    process.stdout.write(
      'Optional part missing: ../shared/market-data (recorded quotes). Tests that replay it use a small generated day instead.\n',
    )
  }
  if (!existsSync(join(projectRoot, '.git'))) {
    process.stdout.write(
      'Optional part missing: git, or this is no clone. How a release is made is not tested.\n',
    )
  }
  const folders = (process.env.PATH ?? '').split(delimiter)
  if (!folders.some((folder) => existsSync(join(folder, 'nats-server')))) {
    process.stdout.write(
      'Optional part missing: nats-server on the PATH. Messages between processes are tested over the database, not over NATS.\n',
    )
  }
}

/** A runner that broke before it could report counts as one failure: silence is never success. */
async function counted(name, ok, file, read) {
  try {
    const counts = read(JSON.parse(await readFile(file, 'utf8')))
    if (!ok && counts.failed === 0) counts.failed = 1
    if (counts.passed + counts.failed === 0) counts.failed = 1
    return { name, ...counts }
  } catch {
    process.stdout.write(`${name}: no report was written\n`)
    return { name, passed: 0, failed: 1 }
  }
}

async function unitAndIntegration() {
  process.stdout.write('\n• unit and integration tests, on an embedded PostgreSQL …\n')
  const file = join(reports, 'vitest.json')
  const { ok } = await runCommand('vitest', [
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  return counted('unit and integration', ok, file, (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numFailedTestSuites * (report.numFailedTests === 0 ? 1 : 0),
  }))
}

async function journeys() {
  process.stdout.write('\n• building the web app …\n')
  const build = await runCommand('npm', ['run', 'build', '--silent'], { quiet: true })
  if (!build.ok) {
    process.stdout.write(`${build.output}\n`)
    return { name: 'journeys', passed: 0, failed: 1 }
  }
  process.stdout.write('\n• journeys in a real browser …\n')
  const file = join(reports, 'playwright.json')
  const { ok } = await runCommand(
    'playwright',
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    {
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    },
  )
  return counted('journeys', ok, file, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
  }))
}

await rm(reports, { recursive: true, force: true })
await mkdir(reports, { recursive: true })
sayWhatIsMissing()
const failedChecks = await runStages(checks)
const results = [
  { name: 'checks', passed: checks.length - failedChecks.length, failed: failedChecks.length },
  await unitAndIntegration(),
  await journeys(),
]
process.stdout.write('\n')
for (const { name, passed, failed } of results)
  process.stdout.write(`${name}: ${passed} of ${passed + failed} passed\n`)
if (failedChecks.length > 0) process.stdout.write(`checks that failed: ${failedChecks.join(', ')}\n`)
const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
