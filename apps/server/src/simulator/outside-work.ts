import { createRequire, syncBuiltinESMExports } from 'node:module'
import { Worker } from 'node:worker_threads'

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

/** Files read and written, bytes packed, tasks of threads: they take real time, and nothing may go on before they are done. */
export const outsideWork = {
  underWay: 0,
  /** True for a file that cannot be written now. */
  refuses: (_path: string): boolean => false,
}

type Work = (...given: unknown[]) => unknown

/** Counts the process's file work and packing from now on; to be called before any module takes hold of them. */
export function watchOutsideWork(): void {
  const files = require('node:fs/promises') as Record<string, Work>
  for (const name of fileWork) files[name] = countedPromise(files[name])
  files.writeFile = refusing(files.writeFile)
  const zlib = require('node:zlib') as Record<string, Work | undefined>
  for (const name of packing) {
    const work = zlib[name]
    if (work !== undefined) Object.defineProperty(zlib, name, { value: countedCallback(work) })
  }
  const threads = require('node:worker_threads') as { Worker: typeof Worker }
  threads.Worker = CountedWorker
  syncBuiltinESMExports()
}

/** A thread that is given a task answers it or ends. */
class CountedWorker extends Worker {
  private owed = 0

  constructor(...given: ConstructorParameters<typeof Worker>) {
    super(...given)
    const answered = () => {
      outsideWork.underWay -= this.owed
      this.owed = 0
    }
    for (const event of ['message', 'exit', 'error'] as const) this.on(event, answered)
  }

  override postMessage(...given: Parameters<Worker['postMessage']>): void {
    this.owed += 1
    outsideWork.underWay += 1
    super.postMessage(...given)
  }
}

const refusing =
  (work: Work | undefined): Work =>
  async (path, ...rest) => {
    if (outsideWork.refuses(String(path))) throw new Error('ENOSPC: no space left on device')
    return work?.(path, ...rest)
  }

export const countedPromise =
  (work: Work | undefined): Work =>
  async (...given) => {
    outsideWork.underWay += 1
    try {
      return await work?.(...given)
    } finally {
      outsideWork.underWay -= 1
    }
  }

const countedCallback =
  (work: Work): Work =>
  (...given) => {
    const tell = given.at(-1)
    if (typeof tell !== 'function') return work(...given)
    outsideWork.underWay += 1
    return work(...given.slice(0, -1), (...answer: unknown[]) => {
      outsideWork.underWay -= 1
      tell(...answer)
    })
  }
