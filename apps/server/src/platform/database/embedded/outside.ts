import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseServerError } from './database-server-error.ts'
import { reachableHome } from './postgres-user.ts'
import { postmasterOn } from './postmaster.ts'

/*
 * Where the database of a data folder is that PostgreSQL's user cannot enter: `/var/lib/candor/clusters/<name>/postgres`.
 * A note in the data folder says where, and travels with it when it is moved; a note beside the database says whose it is.
 */

const clustersHome = reachableHome('clusters')
const noteIn = (dataDir: string) => join(dataDir, 'WHERE-IS-THE-DATABASE.txt')
const ownerNoteIn = (folder: string) => join(folder, 'DATA-FOLDER.txt')

/** Returns the cluster's place; a new one for a data folder that has none. Refuses a data folder whose database was removed. */
export function placeOutside(dataDir: string, name: string, home = clustersHome): string {
  const noted = notedIn(dataDir)
  const dir = noted ?? join(home, `${name}-${randomBytes(4).toString('hex')}`, 'postgres')
  const folder = dirname(dir)
  if (noted !== null && !existsSync(folder))
    throw new DatabaseServerError(
      `The database of ${dataDir} was in ${folder}, which is missing: put it back, or restore a backup into a new data folder.`,
    )
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  if (noted === null)
    writeFileSync(
      noteIn(dataDir),
      `PostgreSQL does not run as root and its user cannot enter this folder.\nThe database of this data folder is in ${dir}\n`,
    )
  writeFileSync(ownerNoteIn(folder), `The data folder of this database is ${dataDir}\n`)
  return dir
}

/** Reads a data folder's note of its database's location; null where there is no such note. */
export function notedIn(dataDir: string): string | null {
  return read(noteIn(dataDir)).match(/^The database of this data folder is in (.+)$/m)?.[1] ?? null
}

const read = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** A database outside its data folder. */
export interface OutsideCluster {
  readonly folder: string
  /** Null when an earlier release made it, which wrote no note. */
  readonly dataDir: string | null
  /** True when its data folder exists and names this as its database. */
  readonly wanted: boolean
  /** True when a PostgreSQL runs on it. */
  readonly running: boolean
}

export function clustersOutside(home = clustersHome): OutsideCluster[] {
  if (!existsSync(home)) return []
  return readdirSync(home).map((name) => {
    const folder = join(home, name)
    const dataDir =
      read(ownerNoteIn(folder)).match(/^The data folder of this database is (.+)$/m)?.[1] ?? null
    const wanted = dataDir !== null && notedIn(dataDir) === join(folder, 'postgres')
    return { folder, dataDir, wanted, running: postmasterOn(join(folder, 'postgres')) !== null }
  })
}

/** Its data folder was deleted, or was moved and not started since. */
export const isLeft = ({ dataDir, wanted, running }: OutsideCluster): boolean =>
  dataDir !== null && !wanted && !running

export function removeCluster({ folder }: OutsideCluster): void {
  rmSync(folder, { recursive: true, force: true })
}
