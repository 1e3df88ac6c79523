// `npm run release`: builds a release. It contains the sources of this commit, the program with its apps built as an npm package,
// a CycloneDX list of the production packages and the checksums. A high or critical known vulnerability of a production package stops it (ADR-183).
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readCommandLine } from './command-line.mjs'
import { knownVulnerabilities } from './known-vulnerabilities.mjs'
import { answerOf, projectRoot } from './stages.mjs'

const usage = `npm run release -- [flags]
  --to DIR           folder that gets the release (release)
  --without-program  leaves out the built program: neither npm's packages nor a build are needed
  --advisories FILE  known vulnerabilities, as "npm audit --omit=dev --json" says them, instead of asking the registry`
const { values: flags } = readCommandLine(usage, {
  options: {
    to: { type: 'string', default: 'release' },
    'without-program': { type: 'boolean', default: false },
    advisories: { type: 'string' },
  },
})

async function release() {
  if ((await answerOf('git', 'status', '--porcelain')) !== '')
    throw new Error('There are uncommitted changes: commit or stash them first.')
  const { name, version } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'))
  const title = `${name}-${version}`
  const folder = join(resolve(projectRoot, flags.to), title)
  await rm(folder, { recursive: true, force: true })

  const { lines, stops } = await knownVulnerabilities(flags.advisories)
  say(
    lines.length === 0 ? 'No known vulnerability in the packages that run in production.' : lines.join('\n'),
  )
  if (stops) throw new Error('Nothing is released with a high or critical one.')

  await mkdir(folder, { recursive: true })
  const parts = [
    ...(flags['without-program'] ? [] : [[`${title}.tgz`, () => pack(folder)]]),
    [`${title}.tar.gz`, (file) => answerOf('git', 'archive', `--prefix=${title}/`, '-o', file, 'HEAD')],
    [`${title}.cdx.json`, async (file) => writeFile(file, await listOfParts(title))],
    ['vulnerabilities.txt', (file) => writeFile(file, `${lines.join('\n') || 'none known'}\n`)],
  ]
  const sums = []
  for (const [part, make] of parts) {
    const file = join(folder, part)
    await make(file)
    sums.push(
      `${createHash('sha256')
        .update(await readFile(file))
        .digest('hex')}  ${part}`,
    )
  }
  await writeFile(join(folder, 'SHA256SUMS'), `${sums.join('\n')}\n`)
  say(`${title} is in ${folder}`)
}

/** Read only here: a release without the program needs none of npm's packages. */
const pack = async (folder) => (await import('./program-package.mjs')).packProgram(folder)

/**
 * Read from the lock file alone, independent of what is installed here. `npm sbom --omit=dev` leaves out what both the product and its tests
 * use, so the lock file also determines what runs.
 */
async function listOfParts(title) {
  const sbom = JSON.parse(await answerOf('npm', 'sbom', '--sbom-format=cyclonedx', '--package-lock-only'))
  const { packages } = JSON.parse(await readFile(join(projectRoot, 'package-lock.json'), 'utf8'))
  const runs = new Set(
    Object.entries(packages)
      .filter(([, { dev, link }]) => dev !== true && link !== true)
      .map(([path, { name, version }]) => `${name ?? path.replace(/^.*node_modules\//, '')}@${version}`),
  )
  sbom.components = sbom.components.filter(({ name, version }) => runs.has(`${name}@${version}`))
  const kept = new Set([
    sbom.metadata.component['bom-ref'],
    ...sbom.components.map((part) => part['bom-ref']),
  ])
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }))
  // npm names the product after its folder, and numbers and dates each list: two of one commit have the same bytes.
  Object.assign(sbom.metadata.component, { type: 'application', name: title.split('-')[0] })
  sbom.serialNumber = undefined
  sbom.metadata.timestamp = new Date(await answerOf('git', 'log', '-1', '--format=%cI')).toISOString()
  return `${JSON.stringify(sbom, null, 2)}\n`
}

const say = (line) => process.stdout.write(`${line}\n`)

try {
  await release()
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
