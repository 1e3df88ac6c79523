import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)))
const run = promisify(execFile)
const startTimeoutMs = 60_000

export interface RunningServer {
  readonly url: string
  readonly dataDir: string
  /** The newest code that was mailed to this address: the sandbox's outbox is a folder. */
  mailedCode(to: string): Promise<string>
  /** Runs the command-line tool beside the server, as an operator would: `candor('clock', 'advance', '24h')`. */
  candor(...words: readonly string[]): Promise<string>
  /** As a power cut would. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** Stops and removes the data folder too. */
  dispose(): Promise<void>
}

/** Starts the whole product as `npm start` does, on a free port and a data folder of its own unless one is given. */
export async function startServer(
  options: {
    readonly dataDir?: string
    readonly port?: number
    readonly flags?: readonly string[]
    readonly env?: Readonly<Record<string, string>>
  } = {},
): Promise<RunningServer> {
  const dataDir = options.dataDir ?? (await newDataDir())
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      join(projectRoot, 'apps/server/src/main.ts'),
      '--port',
      String(options.port ?? 0),
      '--data',
      dataDir,
      ...(options.flags ?? []),
    ],
    { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...options.env } },
  )
  const url = await addressOf(child)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  return {
    url,
    dataDir,
    mailedCode: (to) => newestCode(join(dataDir, 'outbox'), to),
    candor: async (...words) => {
      const tool = join(projectRoot, 'apps/server/src/cli.ts')
      const args = ['--import', 'tsx', tool, ...words, '--data', dataDir]
      return (await run(process.execPath, args, { cwd: projectRoot })).stdout
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    dispose: async () => {
      await end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL's unprivileged user can enter it too, so nothing of a journey is kept elsewhere. */
async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-journey-'))
  await chmod(folder, 0o711)
  return folder
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(new Error(`the server named no address:\n${said}`)), startTimeoutMs)
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      const address = /http:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(said)?.[0]
      if (address === undefined) return
      clearTimeout(timer)
      resolve(address)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${said}`)))
  })
}

async function newestCode(outbox: string, to: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.json')).sort()
    for (const name of names.reverse()) {
      const mail = JSON.parse(await readFile(join(outbox, name), 'utf8')) as { to: string; code?: string }
      if (mail.to === to && mail.code !== undefined) return mail.code
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no code was mailed to ${to}`)
}
