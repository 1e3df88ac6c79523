import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { freePort } from '../../../../../testing/servers/free-port.ts'

// A venue on the engine QuickFIX, in a process of its own. It needs a compiler and the engine's library: Debian's g++ and libquickfix-dev.

const source = join(import.meta.dirname, 'acceptor.cpp')
const programs = join(import.meta.dirname, '../../../../../../../../.cache/quickfix')

const isOnPath = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'g++')))
const hasLibrary = ['/usr/include', '/usr/local/include'].some((folder) =>
  existsSync(join(folder, 'quickfix/Session.h')),
)

/** The part that is missing on this machine; null: none. */
export const missingPart = isOnPath ? (hasLibrary ? null : 'libquickfix-dev') : 'g++'

/** Compiles the venue, once for each text of its source. */
async function compile(): Promise<string> {
  const hash = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 16)
  const [program, fresh] = [join(programs, hash), join(programs, `${hash}.${process.pid}`)]
  if (existsSync(program)) return program
  mkdirSync(programs, { recursive: true })
  // The library's headers are of a standard before C++17.
  await promisify(execFile)('g++', ['-std=c++14', '-w', '-o', fresh, source, '-lquickfix', '-lpthread'])
  renameSync(fresh, program)
  return program
}

export class QuickFixVenue {
  readonly port: number
  /** Client ids of the orders that it took. */
  readonly orders: string[] = []
  private readonly process: ChildProcess
  private readonly done: string[] = []

  private constructor(port: number, child: ChildProcess) {
    this.port = port
    this.process = child
  }

  /** Starts the venue with its numbers and messages in a folder; resolves when it listens. */
  static async start(folder: string, port?: number): Promise<QuickFixVenue> {
    const chosen = port ?? (await freePort())
    const dictionary = join(import.meta.dirname, 'dictionary.xml')
    const child = spawn(await compile(), [String(chosen), folder, dictionary], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const venue = new QuickFixVenue(chosen, child)
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`the venue ended with ${code}`)))
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line === 'ready') resolve()
        else venue.hear(line)
      })
    })
    return venue
  }

  /** Has it do something, or fail in a way; resolves when it has read that. */
  async tell(command: string): Promise<void> {
    const before = this.done.length
    this.process.stdin?.write(`${command}\n`)
    await expect.poll(() => this.done.length).toBe(before + 1)
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null) return
    const ended = new Promise((resolve) => this.process.once('exit', resolve))
    this.process.kill('SIGKILL')
    await ended
  }

  private hear(line: string): void {
    const [word = '', rest = ''] = line.split(' ')
    if (word === 'order') this.orders.push(rest)
    if (word === 'done') this.done.push(rest)
  }
}
