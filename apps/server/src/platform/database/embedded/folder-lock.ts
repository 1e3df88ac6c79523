import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseServerError } from './database-server-error.ts'

/** Process that holds a data folder. */
export interface Holder {
  readonly pid: number
  /** Start of the process in ticks since boot: distinguishes it from a later one with the same pid. */
  readonly born: string | null
  readonly since: string
}

export interface FolderLock {
  release(): void
}

const takeoverLimitMs = 10_000
/** Names the lock in the folder it is for. */
export const lockFile = 'candor.lock'

/**
 * Locks a data folder for one server. Takes over a lock whose holder is dead (kill -9, power) and names a living holder. The lock file
 * appears complete (linked, not written in place), so it is never read half-written.
 */
export function lockFolder(folder: string, since: Date): FolderLock {
  const path = join(folder, lockFile)
  const mine: Holder = { pid: process.pid, born: birthOf(process.pid), since: since.toISOString() }
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 })
  try {
    for (let tries = 0; ; tries++) {
      if (tryLink(draft, path)) return { release: () => releaseIfMine(path, mine) }
      const holder = readHolder(path)
      if (holder && isAlive(holder)) throw new FolderInUse(folder, holder)
      if (tries > 50)
        throw new DatabaseServerError(`The lock ${path} could not be taken: remove it if no server runs.`)
      removeStale(path)
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** The living process that holds `folder`, or null. */
export function holderOf(folder: string): Holder | null {
  const holder = readHolder(join(folder, lockFile))
  return holder && isAlive(holder) ? holder : null
}

/** A living process holds the folder. */
export class FolderInUse extends DatabaseServerError {
  readonly pid: number

  constructor(folder: string, { pid, since }: Holder) {
    super(
      `The data folder ${folder} is in use by the server with pid ${pid}, running since ${since}: stop it first, or choose another folder with --data.`,
    )
    this.pid = pid
  }
}

function tryLink(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function readHolder(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder
  } catch {
    return null
  }
}

interface ProcessState {
  /** Its start, with the boot it belongs to. */
  readonly born: string
  /** It has ended, and waits for its parent to notice. */
  readonly ended: boolean
}

/** Reads a process's state on Linux; null where the system does not report it, and then the pid alone decides. */
function stateOf(pid: number): ProcessState | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return { born: `${boot}/${fields[19] ?? ''}`, ended: fields[0] === 'Z' || fields[0] === 'X' }
  } catch {
    return null
  }
}

const birthOf = (pid: number): string | null => stateOf(pid)?.born ?? null

export function isAlive(holder: Pick<Holder, 'pid' | 'born'>): boolean {
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const state = stateOf(holder.pid)
  if (state === null) return true
  return !state.ended && (holder.born === null || state.born === holder.born)
}

/** Only one of several takers may remove a dead lock, and only while it is still that dead lock. */
function removeStale(path: string): void {
  const gate = `${path}.takeover`
  try {
    mkdirSync(gate)
  } catch {
    const age = Date.now() - (statSync(gate, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    if (age > takeoverLimitMs) rmSync(gate, { recursive: true, force: true })
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    return
  }
  try {
    const holder = readHolder(path)
    if (holder === null || !isAlive(holder)) rmSync(path, { force: true })
  } finally {
    rmdirSync(gate)
  }
}

function releaseIfMine(path: string, mine: Holder): void {
  const holder = readHolder(path)
  if (holder?.pid === mine.pid && holder.since === mine.since) {
    const gone = `${path}.released.${mine.pid}`
    renameSync(path, gone)
    unlinkSync(gone)
  }
}
