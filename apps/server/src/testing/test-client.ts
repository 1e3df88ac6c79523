import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type CallName, calls } from '@candor/contract'
import sharp from 'sharp'
import type { Database } from '../platform/database/database.ts'
import type { Message } from '../platform/email/messenger.ts'
import { fillPath, queryOf } from '../platform/http/request-path.ts'
import { advanceClock } from '../platform/jobs/moved-clock.ts'
import type { Secrets } from '../platform/keys/secrets.ts'
import { secretsIn } from '../platform/keys/test-secrets.ts'
import type { RunningApp } from '../running-app.ts'

/** Fields that tests read; the call decides which of them a response has. */
export interface Loose {
  readonly token: string
  readonly user: { readonly id: string }
  readonly id: string
  readonly resetToken: string
  readonly secret: string
  readonly until: string
  readonly mode: string
  readonly balances: readonly { readonly asset: string; readonly available: string; readonly held: string }[]
  readonly fileId: string
  readonly shownHash: string
  readonly issues: readonly { readonly path: string; readonly code: string }[]
  readonly items: readonly { readonly id: string }[]
}

export interface CallResponse {
  readonly status: number
  readonly headers: Headers
  readonly code: number
  /** A test looks into every shape of result. */
  readonly result: Loose
  readonly message: string | null
  readonly text: string
}

/** Returns a response's result with the type that a test expects. */
export const resultOf = <T>({ text }: Pick<CallResponse, 'text'>): T => JSON.parse(text).result

export interface CallOptions {
  readonly token?: string | null
  readonly mode?: 'demo' | 'real'
  readonly key?: string | null
  readonly lang?: string
  readonly headers?: Record<string, string>
}

export interface TestApp extends RunningApp {
  readonly dataDir: string
  readonly db: Database
  /** Opens the secrets of its tables. */
  readonly secrets: Secrets
  /** Makes a call of the contract over HTTP, exactly as given. */
  call(name: CallName, input?: unknown, options?: CallOptions): Promise<CallResponse>
  /** Makes any request. */
  request(
    method: string,
    path: string,
    body: string | null,
    headers?: Record<string, string>,
  ): Promise<CallResponse>
  /** Uploads bytes as a browser does; without any, a small valid picture. */
  upload(token: string, purpose: string, bytes?: Uint8Array, fileName?: string): Promise<CallResponse>
  messages(to: string): Message[]
  /** Waits for a letter of this kind, and returns the newest. */
  letter(to: string, kind: string): Promise<Message>
  /** A new customer with a session. */
  signUp(
    name?: string,
  ): Promise<{ token: string; userName: string; email: string; password: string; id: string }>
  /** Moves the clock as `candor clock advance` does, and waits until the running server follows. */
  moveClock(byMs: number): Promise<void>
  dispose(): Promise<void>
}

/** A picture of 640 × 480 pixels, drawn. */
export const samplePicture = (): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#345' } })
    .jpeg()
    .toBuffer()

let people = 0

/** A client of a running server whose data folder and database are accessible. */
export function withClient(app: RunningApp, dataDir: string, db: Database): TestApp {
  const request: TestApp['request'] = async (method, path, body, headers = {}) => {
    const response = await fetch(`${app.url}${path}`, { method, headers, ...(body === null ? {} : { body }) })
    return readResponse(response)
  }
  const call: TestApp['call'] = (name, input = {}, options = {}) => {
    const call = calls[name]
    const { path, rest } = fillPath(call.path, input)
    const headers = headersOf(options, 'movesMoney' in call)
    if (call.method === 'POST') return request('POST', path, JSON.stringify(rest), headers)
    return request('GET', `${path}?${queryOf(rest)}`, null, headers)
  }
  const upload: TestApp['upload'] = async (token, purpose, bytes, fileName = 'photo.jpg') => {
    const form = new FormData()
    const picture = new Uint8Array(bytes ?? (await samplePicture()))
    form.set('file', new Blob([picture]), fileName)
    form.set('purpose', purpose)
    const headers = { authorization: token, virtually: 'YES' }
    const path = '/swx/customer/user/upload'
    return readResponse(await fetch(`${app.url}${path}`, { method: 'POST', headers, body: form }))
  }
  const messages = (to: string) => readOutbox(join(dataDir, 'outbox')).filter((message) => message.to === to)
  const letter: TestApp['letter'] = async (to, kind) => {
    for (;;) {
      const found = messages(to).findLast((message) => message.kind === kind)
      if (found !== undefined) return found
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  const signUp: TestApp['signUp'] = async (name) => {
    people += 1
    const userName = name ?? `person${people}`
    const email = `${userName}@candor.example`
    const password = 'a long and plain phrase'
    await call('sendCode', { email, purpose: 'register' })
    const code = messages(email).at(-1)?.code
    const response = await call('register', { userName, email, password, code, country: 'DE' })
    if (response.code !== 200) throw new Error(`sign-up answered ${response.text}`)
    return { token: response.result.token, id: response.result.user.id, userName, email, password }
  }
  const moveClock = async (byMs: number) => {
    const before = app.now()
    await advanceClock(db, byMs)
    while (app.now() < before + byMs) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const dispose = async () => {
    await db.close()
    await app.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const secrets = secretsIn(dataDir)
  return { ...app, dataDir, db, secrets, request, call, upload, messages, letter, signUp, moveClock, dispose }
}

async function readResponse(response: Response): Promise<CallResponse> {
  const text = await response.text()
  const json = response.headers.get('content-type')?.startsWith('application/json') === true
  const body = json ? JSON.parse(text) : {}
  return { status: response.status, headers: response.headers, text, ...body }
}

function headersOf(options: CallOptions, movesMoney: boolean): Record<string, string> {
  const key = options.key === undefined && movesMoney ? randomUUID() : options.key
  return {
    'content-type': 'application/json',
    virtually: options.mode === 'real' ? 'YES' : 'NO',
    ...(options.lang === undefined ? {} : { lang: options.lang }),
    ...(options.token == null ? {} : { authorization: options.token }),
    ...(key == null ? {} : { 'idempotency-key': key }),
    ...options.headers,
  }
}

function readOutbox(folder: string): Message[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return names.sort().map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Message)
}
