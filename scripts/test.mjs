// `npm test`: checks, then unit and integration tests on the real PostgreSQL, then journeys in a real browser.
// The last line counts every test that ran: `N passed, N failed`.
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { delimiter, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
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
      'Optional part missing: git, or this is not a clone. Making a release is not tested, and a rolling upgrade only from this version.\n',
    )
  }
  const folders = (process.env.PATH ?? '').split(delimiter)
  const isThere = (program) => folders.some((folder) => existsSync(join(folder, program)))
  const accounting = ['hledger', 'ledger', 'bean-check'].filter((program) => !isThere(program))
  if (accounting.length > 0) {
    process.stdout.write(
      `Optional part missing: ${accounting.join(', ')} on the PATH. Exported books are read by the tests' own reader instead.\n`,
    )
  }
  if (!isThere('promtool')) {
    process.stdout.write(
      'Optional part missing: promtool on the PATH. Alert rules are compared with the metrics alone.\n',
    )
  }
  const isQuickfixThere = ['/usr/include', '/usr/local/include'].some((folder) =>
    existsSync(join(folder, 'quickfix', 'Session.h')),
  )
  if (!isThere('g++') || !isQuickfixThere) {
    process.stdout.write(
      'Optional part missing: g++ and libquickfix-dev. Sessions of FIX are tested with a venue of the tests, not with QuickFIX.\n',
    )
  }
  if (!isThere('nats-server')) {
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
    return { name, passed: 0, failed: 1, failures: [] }
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
    failures: failuresOfVitest(report),
  }))
}

/** Builds the apps while the tests before the journeys wait for other processes. */
const startBuild = () => runCommand('nice', ['npm', 'run', 'build', '--silent'], { quiet: true })

async function journeys(building) {
  process.stdout.write('\n• building the web app …\n')
  const build = await building
  if (!build.ok) {
    process.stdout.write(`${build.output}\n`)
    return { name: 'journeys', passed: 0, failed: 1, failures: [{ name: 'the build' }] }
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
  return counted('journeys', ok, file, ({ stats, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: suites.flatMap(failuresOfPlaywright),
  }))
}

/** Reads the tests that failed, and the files that could not be run, from Vitest's report. */
function failuresOfVitest({ testResults }) {
  return testResults.flatMap(({ name: path, status, message, assertionResults }) => {
    const file = relative(projectRoot, path)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [{ name: file, reason: message }] : []
    return failed.map((test) => ({ name: `${file} › ${test.fullName}`, reason: test.failureMessages[0] }))
  })
}

/** Reads the journeys that failed from a suite of Playwright's report and the suites within it. */
function failuresOfPlaywright({ specs, suites = [] }) {
  const failed = specs.filter((spec) => !spec.ok)
  const own = failed.map(({ file, title, tests }) => ({
    name: `e2e/${file} › ${title}`,
    reason: tests.flatMap((test) => test.results).find((result) => result.error)?.error.message,
  }))
  return [...own, ...suites.flatMap(failuresOfPlaywright)]
}

/** Shortens the reason of a failure to the lines with the expected and actual values. */
function beginningOf(reason = '') {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/node:internal|node_modules/.test(line))
  return lines
    .slice(0, 4)
    .map((line) => `    ${line.slice(0, 200)}\n`)
    .join('')
}

await rm(reports, { recursive: true, force: true })
await mkdir(reports, { recursive: true })
sayWhatIsMissing()
const failedChecks = await runStages(checks)
const building = startBuild()
const results = [
  {
    name: 'checks',
    passed: checks.length - failedChecks.length,
    failed: failedChecks.length,
    failures: failedChecks.map((name) => ({ name })),
  },
  await unitAndIntegration(),
  await journeys(building),
]
process.stdout.write('\n')
for (const { name, passed, failed } of results)
  process.stdout.write(`${name}: ${passed} of ${passed + failed} passed\n`)
for (const { name, reason } of results.flatMap(({ failures }) => failures))
  process.stdout.write(`failed: ${name}\n${beginningOf(reason)}`)
const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
