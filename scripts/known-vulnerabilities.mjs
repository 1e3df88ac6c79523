// `npm run vulnerabilities`: reports known vulnerabilities of the production packages without failing; a release runs the same
// check.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { answerOf } from './stages.mjs'

const stopping = new Set(['high', 'critical'])

/**
 * One line for each package that runs and has a known vulnerability, and whether one of them stops a release. `file`
 * holds what `npm audit --omit=dev --json` printed on another machine, for one without a registry. Throws when there is no result.
 */
export async function knownVulnerabilities(file) {
  // It ends with 1 when there are some.
  const text =
    file === undefined ? await answerOf('npm', 'audit', '--omit=dev', '--json') : await readFile(file, 'utf8')
  const answer = read(text)
  if (answer?.vulnerabilities === undefined)
    throw new Error(
      `The registry did not return the known vulnerabilities: ${answer?.message ?? text.slice(0, 200)}\n` +
        'Run `npm audit --omit=dev --json > advisories.json` on another machine and pass that file with --advisories.',
    )
  const found = Object.values(answer.vulnerabilities)
  return {
    lines: found
      .map(({ name, severity, via }) => `${severity}: ${name} (${via.map(titleOf).join('; ')})`)
      .sort(),
    stops: found.some(({ severity }) => stopping.has(severity)),
  }
}

const titleOf = (cause) => (typeof cause === 'string' ? `through ${cause}` : cause.title)

function read(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const told = await knownVulnerabilities().then(
    ({ lines }) => lines.join('\n') || 'No known vulnerability in the packages that run in production.',
    (error) => error.message,
  )
  process.stdout.write(`${told}\n`)
}
