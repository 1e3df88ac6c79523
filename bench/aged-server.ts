import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { programFile } from '../apps/server/src/platform/program-file.ts'

/** A stretch in which the event loop had no turn. */
export interface Block {
  /** Time in which the thread had the processor. */
  readonly ms: number
  readonly wallMs: number
  /** Calls and jobs under way then. */
  readonly doing: readonly string[]
}

/** One turn of a job, from its beginning to its end. */
interface JobTurn {
  readonly name: string
  readonly ms: number
  readonly failed: string | null
  /** By this process's clock. */
  readonly endedAt: number
}

type Report = ({ readonly kind: 'block' } & Block) | ({ readonly kind: 'job' } & Omit<JobTurn, 'endedAt'>)

/** The real server in its own process, which reports the blocks of its event loop. */
export interface WatchedServer {
  readonly url: string
  readonly blocks: Block[]
  readonly turns: JobTurn[]
  /** Lets each job run now. */
  runJobs(): void
  stop(): Promise<void>
}

const watcher = fileURLToPath(new URL('./watch-loop.mjs', import.meta.url))

/** `watched: false` starts it without the watcher, as for a first start. */
export async function startWatchedServer(dataDir: string, watched: boolean): Promise<WatchedServer> {
  const program = [
    programFile('main'),
    '--port',
    '0',
    '--host',
    '127.0.0.1',
    '--sandbox',
    '--data',
    dataDir,
    '--log-level',
    'error',
  ]
  const child = spawn(process.execPath, [...(watched ? ['--import', watcher] : []), ...program], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const blocks: Block[] = []
  const turns: JobTurn[] = []
  child.on('message', (report: Report) => {
    if (report.kind === 'block') blocks.push(report)
    else turns.push({ ...report, endedAt: performance.now() })
  })
  const url = await addressOf(child)
  const stop = async () => {
    child.removeAllListeners('exit')
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  return { url, blocks, turns, runJobs: () => void child.send('every interval now'), stop }
}

const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += String(chunk)
      const url = /Candor is at (http\S+)/.exec(output)?.[1]
      if (url !== undefined && output.includes('console')) resolve(url)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output.slice(-2_000)}`)))
  })
