import { spawnSync } from 'node:child_process'
import { lstatSync, type Stats, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join, parse } from 'node:path'
import { DatabaseServerError } from './database-server-error.ts'

/** PostgreSQL refuses to run as root, so root starts it as another user; every other user runs it as themselves. */
export interface PostgresUser {
  readonly uid: number
  readonly gid: number
  /** True when we are root and spawn under another uid. */
  readonly lent: boolean
}

const ownerOf = (path: string): Stats | null => statSync(path, { throwIfNoEntry: false }) ?? null

/** Chooses the owner of the cluster: its current owner, else the owner of the repository, else `nobody`. */
export function choosePostgresUser(clusterDir: string, repositoryDir: string): PostgresUser {
  const me = userInfo()
  if (me.uid !== 0) return { uid: me.uid, gid: me.gid, lent: false }
  for (const path of [clusterDir, repositoryDir]) {
    const owner = ownerOf(path)
    if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, lent: true }
  }
  return { ...unprivilegedUser(), lent: true }
}

function unprivilegedUser(): { uid: number; gid: number } {
  const call = (flag: string) =>
    Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout?.trim() || Number.NaN)
  const uid = call('-u')
  const gid = call('-g')
  if (!Number.isInteger(uid) || !Number.isInteger(gid) || uid === 0)
    throw new DatabaseServerError(
      'PostgreSQL does not run as root and this system has no user "nobody": start as an ordinary user, or set DATABASE_URL.',
    )
  return { uid, gid }
}

/** Options for `spawn` that run the process as this user. */
export const spawnAs = (user: PostgresUser): { uid?: number; gid?: number } =>
  user.lent ? { uid: user.uid, gid: user.gid } : {}

/** True when `user` may enter every folder above `path`, by their modes. */
export function canReach(path: string, user: PostgresUser): boolean {
  if (!user.lent) return true
  const { root } = parse(path)
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const stat = ownerOf(folder)
    if (stat && !mayEnter(stat, user)) return false
    if (folder === root) return true
  }
}

function mayEnter(stat: Stats, user: PostgresUser): boolean {
  if (stat.uid === user.uid) return (stat.mode & 0o100) !== 0
  if (stat.gid === user.gid) return (stat.mode & 0o010) !== 0
  return (stat.mode & 0o001) !== 0
}

/** Returns true when `path` is a real folder of `user` that no other user may enter, which rules out planted files in a shared place. */
export function isPrivateFolder(path: string, user: PostgresUser): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat?.isDirectory() === true && stat.uid === user.uid && (stat.mode & 0o077) === 0
}

/** Replacement for a folder that PostgreSQL's user cannot reach: `/var/lib/candor` for root. */
export const reachableHome = (name: string): string => join('/var/lib/candor', name)
