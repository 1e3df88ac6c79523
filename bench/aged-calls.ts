import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CallName, calls, type OpsCallName, opsCalls } from '@candor/contract'
import { Secret, TOTP } from 'otpauth'

type Input = Readonly<Record<string, unknown>>
export interface CallResult {
  readonly status: number
  readonly code: number
  readonly result: unknown
  readonly cookie: string
  readonly ms: number
}

/** Calls as one customer or as one operator. */
export interface Asker {
  readonly token?: string
  readonly cookie?: string
  /** In the demo account; else in the real one. */
  readonly demo?: true
}

/** Makes one call over HTTP and reads its whole response. */
export async function call(
  url: string,
  name: CallName | OpsCallName,
  input: Input,
  who: Asker,
): Promise<CallResult> {
  const { method, path } = name in opsCalls ? opsCalls[name as OpsCallName] : calls[name as CallName]
  const rest: Record<string, unknown> = { ...input }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, field: string) => {
    const value = encodeURIComponent(String(rest[field]))
    delete rest[field]
    return value
  })
  const query = new URLSearchParams(
    Object.entries(rest).map(([key, value]): [string, string] => [key, String(value)]),
  )
  const headers = {
    'content-type': 'application/json',
    'x-candor-console': '1',
    'idempotency-key': randomUUID(),
    virtually: who.demo === true ? 'NO' : 'YES',
    ...(who.token === undefined ? {} : { authorization: who.token }),
    ...(who.cookie === undefined ? {} : { cookie: who.cookie }),
  }
  const from = performance.now()
  const response =
    method === 'POST'
      ? await fetch(url + filled, { method, headers, body: JSON.stringify(rest) })
      : await fetch(`${url + filled}?${query}`, { headers })
  const text = await response.text()
  const ms = performance.now() - from
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  const { code, result } = isJson
    ? (JSON.parse(text) as { code: number; result: unknown })
    : { code: 200, result: null }
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { status: response.status, code, result, cookie, ms }
}

/** Signs up as a person would: the code is read from the sandbox's outbox. */
export async function signUp(url: string, dataDir: string, n: number): Promise<string> {
  const email = `bench${n}@example.com`
  await call(url, 'sendCode', { email, purpose: 'register' }, {})
  const outbox = join(dataDir, 'outbox')
  const code = readdirSync(outbox)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(outbox, name), 'utf8')) as { to: string; code?: string })
    .find(({ to }) => to === email)?.code
  const person = {
    userName: `bench_${n}`,
    email,
    password: `correct horse ${n} battery`,
    code,
    country: 'DE',
  }
  const { result } = await call(url, 'register', person, {})
  return (result as { token: string }).token
}

/** Signs in one of the sandbox's sample operators; returns the session's cookie. */
export async function signInOperator(url: string, dataDir: string, role: string): Promise<string> {
  const line = readFileSync(join(dataDir, 'operators.txt'), 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${role}@`))
  const [email, , password, , secret] = line?.split(/\s+/) ?? []
  if (secret === undefined) throw new Error(`the sandbox has no sample operator for ${role}`)
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: 30, digits: 6 }).generate()
  const response = await call(url, 'opsLogin', { email, password, totp }, {})
  if (response.cookie === '') throw new Error(`${role} could not sign in: ${response.code}`)
  return response.cookie
}
