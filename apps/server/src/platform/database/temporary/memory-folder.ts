import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { holderOf, lockFile, lockFolder } from '../embedded/folder-lock.ts'

/** A folder in memory for the data that a run of tests throws away. */
export interface MemoryFolder {
  readonly path: string
  remove(): void
}

/** The memory that Linux offers as a file system. */
const memoryFileSystem = '/dev/shm'
const prefix = 'candor-memory-'
/** A run of all tests holds less than a tenth of it at once; the rest stays for the processes it starts. */
const leastFreeBytes = 6 * 1024 ** 3

/**
 * Creates a folder in memory for this process, or returns null where the system has none with enough space. On a disk, copying
 * the thousand files of a test's database takes eight times the CPU time and waits for the disk at each fsync. The kill tests
 * prove the same: on either, a killed process leaves its writes to the kernel.
 */
export function openMemoryFolder(parent = memoryFileSystem, freeBytes = leastFreeBytes): MemoryFolder | null {
  if (!canHold(parent, freeBytes)) return null
  const path = mkdtempSync(join(parent, prefix))
  const lock = lockFolder(path, new Date())
  // PostgreSQL runs as its own user where root runs the tests.
  chmodSync(path, 0o711)
  return {
    path,
    remove: () => {
      lock.release()
      rmSync(path, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** This user's folders of runs that were killed before they could remove them. One that is being made has no lock yet. */
export function abandonedMemoryFolders(parent = memoryFileSystem): readonly string[] {
  return foldersIn(parent).filter((path) => existsSync(join(path, lockFile)) && holderOf(path) === null)
}

function foldersIn(parent: string): readonly string[] {
  try {
    const names = readdirSync(parent).filter((name) => name.startsWith(prefix))
    const paths = names.map((name) => join(parent, name))
    return paths.filter((path) => statSync(path, { throwIfNoEntry: false })?.uid === process.getuid?.())
  } catch {
    return []
  }
}

/** Programs are started from it too, which a file system mounted `noexec` (a container's) refuses. */
function canHold(parent: string, freeBytes: number): boolean {
  try {
    accessSync(parent, constants.W_OK)
    const { bavail, bsize } = statfsSync(parent)
    const free = Math.min(bavail * bsize, process.availableMemory())
    return free >= freeBytes && !mountOptions(parent).includes('noexec')
  } catch {
    return false
  }
}

function mountOptions(path: string): readonly string[] {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n')
  const [, , , options = ''] = mounts.find((line) => line.split(' ')[1] === path)?.split(' ') ?? []
  return options.split(',')
}
