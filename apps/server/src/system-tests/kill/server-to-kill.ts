import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { connectionOfRunning } from '../../platform/database/database-server.ts'
import { programFile } from '../../platform/program-file.ts'
import { copyInstallation } from '../../testing/test-installation.ts'

/** The fields that most tests of a killed server look into. */
interface ResponseFields {
  readonly token: string
  readonly id: string
  readonly quoteId: string
  readonly openPrice: string
  readonly user: { readonly id: string }
}

export interface CallResponse<Result = ResponseFields> {
  readonly code: number
  readonly result: Result
}

/** The real server in its own process, as `npm start` runs it, on data that outlive it. */
export class ServerToKill {
  /** Named once it was started. */
  dataDir = ''
  private readonly prefix: string
  private child: ChildProcess | null = null
  private url = ''

  constructor(prefix: string) {
    this.prefix = prefix
  }

  async start(): Promise<void> {
    if (this.dataDir === '') this.dataDir = await copyInstallation(this.prefix)
    const args = [programFile('main'), '--port', '0', '--data', this.dataDir, '--log-level', 'silent']
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    this.child = child
    this.url = await new Promise((resolve, reject) => {
      let output = ''
      child.stdout.on('data', (chunk) => {
        output += chunk
        const found = /Candor is at (http\S+)/.exec(output)?.[1]
        if (found !== undefined) resolve(found)
      })
      child.on('exit', () => reject(new Error(`the server ended before it listened: ${output}`)))
    })
  }

  /** Address it listens on. */
  get address(): string {
    return this.url
  }

  /** The process that was started lives still. */
  get isRunning(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null
  }

  async kill(): Promise<void> {
    const { child } = this
    if (child === null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
    this.child = null
  }

  async post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<CallResponse> {
    const response = await fetch(`${this.url}/swx/customer/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
      body: JSON.stringify(body),
    })
    return (await response.json()) as CallResponse
  }

  /** `Result` is the type that the test expects of the response. */
  async get<Result = ResponseFields>(
    path: string,
    input: Record<string, string>,
    headers: Record<string, string>,
  ): Promise<CallResponse<Result>> {
    const query = new URLSearchParams(input)
    const response = await fetch(`${this.url}/swx/customer/${path}?${query}`, { headers })
    return (await response.json()) as CallResponse<Result>
  }

  async signUp(userName: string): Promise<CallResponse['result']> {
    const email = `${userName}@candor.example`
    await this.post('login/sendCode', { email, purpose: 'register' })
    const outbox = join(this.dataDir, 'outbox')
    const mails = readdirSync(outbox).filter((name) => name.endsWith('.json'))
    const { code } = JSON.parse(readFileSync(join(outbox, mails.sort().at(-1) ?? ''), 'utf8'))
    const fields = { userName, email, code, password: 'a long and plain phrase' }
    return (await this.post('login/register', fields)).result
  }

  /** The database of the running server; every kill closes its connections. */
  async withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const connection = connectionOfRunning(this.dataDir)
    if (connection === null) throw new Error('no server runs')
    const db = openDatabase({ ...connection.app, max: 2 })
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  }

  async dispose(): Promise<void> {
    await this.kill()
    rmSync(this.dataDir, { recursive: true, force: true })
  }
}
