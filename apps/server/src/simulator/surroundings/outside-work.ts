import { createRequire, syncBuiltinESMExports } from 'node:module'
import { Worker } from 'node:worker_threads'
import { type Incarnation, isDead, runAs, runningAs } from './incarnations.ts'

const require = createRequire(import.meta.url)
const fileWork = [
  'writeFile',
  'rename',
  'mkdir',
  'readFile',
  'rm',
  'unlink',
  'readdir',
  'stat',
  'access',
] as const
const packing = [
  'gzip',
  'gunzip',
  'deflate',
  'inflate',
  'deflateRaw',
  'inflateRaw',
  'brotliCompress',
  'brotliDecompress',
  'unzip',
  'zstdCompress',
  'zstdDecompress',
] as const

interface Piece {
  readonly owner: Incarnation
  readonly run: () => Promise<void>
}

const queue: Piece[] = []
const never = new Promise<never>(() => undefined)

/**
 * Files read and written, bytes packed, passwords hashed, tasks of threads, connections made: they take real time. A server's pieces
 * are done one at a time, each while nothing else goes on, so that which is done first does not depend on the machine.
 */
export const outsideWork = {
  /** True for a file that cannot be written now. */
  refuses: (_path: string): boolean => false,
  get waits(): boolean {
    return queue.length > 0
  },
  /** Does the oldest piece that waits; false when none does. */
  async release(): Promise<boolean> {
    const piece = queue.shift()
    if (piece === undefined) return false
    if (!isDead(piece.owner)) await runAs(piece.owner, piece.run)
    return true
  },
}

/** Does a piece of work when its turn comes; the simulator's own at once. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const owner = runningAs()
  if (owner === null) return work()
  if (isDead(owner)) return never
  return new Promise((resolve, reject) => {
    queue.push({ owner, run: () => work().then(resolve, reject) })
  })
}

type Work = (...args: unknown[]) => unknown

/** Takes the process's file work and packing in turns from now on; to be called before any module takes hold of them. */
export function watchOutsideWork(): void {
  const files = require('node:fs/promises') as Record<string, Work>
  for (const name of fileWork) files[name] = promiseInTurn(files[name])
  files.writeFile = refusing(files.writeFile)
  const zlib = require('node:zlib') as Record<string, Work | undefined>
  for (const name of packing) {
    const work = zlib[name]
    if (work !== undefined) Object.defineProperty(zlib, name, { value: callbackInTurn(work) })
  }
  const threads = require('node:worker_threads') as { Worker: typeof Worker }
  threads.Worker = WorkerInTurn
  syncBuiltinESMExports()
}

/** A thread that is given a task answers it or ends. */
class WorkerInTurn extends Worker {
  private settle: () => void = () => undefined
  private ended = false

  constructor(...args: ConstructorParameters<typeof Worker>) {
    super(...args)
    this.on('message', () => this.settle())
    for (const event of ['exit', 'error'] as const)
      this.on(event, () => {
        this.ended = true
        this.settle()
      })
  }

  override postMessage(...args: Parameters<Worker['postMessage']>): void {
    const work = () =>
      new Promise<void>((resolve) => {
        this.settle = resolve
        super.postMessage(...args)
        if (this.ended) resolve()
      })
    void inTurn(work)
  }
}

const refusing =
  (work: Work | undefined): Work =>
  async (path, ...rest) => {
    if (outsideWork.refuses(String(path))) throw new Error('ENOSPC: no space left on device')
    return work?.(path, ...rest)
  }

export const promiseInTurn =
  (work: Work | undefined): Work =>
  (...args) =>
    inTurn(async () => work?.(...args))

const callbackInTurn =
  (work: Work): Work =>
  (...args) => {
    const callback = args.at(-1)
    if (typeof callback !== 'function') return work(...args)
    const callbackWork = () =>
      new Promise<unknown[]>((resolve) => {
        work(...args.slice(0, -1), (...results: unknown[]) => resolve(results))
      })
    void inTurn(callbackWork).then((results) => callback(...results))
  }
