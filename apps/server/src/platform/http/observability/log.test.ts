import { type Call, calls, type OpsCall, opsCalls } from '@candor/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createLog } from './log.ts'

/** The line of the log after these fields were logged. */
function logged(fields: object): Record<string, unknown> {
  const lines: string[] = []
  createLog('info', { write: (line) => void lines.push(line) }).info(fields, 'something happened')
  return JSON.parse(lines.join(''))
}

const secrets = {
  token: 't0ken',
  password: 'a long phrase',
  newPassword: 'another long phrase',
  totp: '123456',
  code: '123456',
  email: 'ana@candor.example',
  key: 'candor_key',
  ticket: 't1cket',
  phone: '15551234567',
  smsCode: '987654',
  userName: 'ana',
}

test('I12.13: the log hides credentials, at every depth', () => {
  const hidden = Object.fromEntries(Object.keys(secrets).map((name) => [name, '[hidden]']))
  expect(
    logged({ ...secrets, input: secrets, deep: { deeper: { deepest: { list: [secrets] } } } }),
  ).toMatchObject({ ...hidden, input: hidden, deep: { deeper: { deepest: { list: [hidden] } } } })
  for (const code of ['00417733', 'abc123', 123_456]) expect(logged({ code }).code).toBe('[hidden]')
  const err = Object.assign(new Error('x'), { input: secrets })
  for (const secret of Object.values(secrets))
    expect(JSON.stringify(logged({ err, failed: { err } }))).not.toContain(secret)
})

/** Names of all fields of a schema, however deep. */
function namesIn(schema: z.core.JSONSchema._JSONSchema | undefined): string[] {
  if (typeof schema !== 'object') return []
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema
  const within = [
    ...Object.values(properties),
    ...anyOf,
    ...oneOf,
    ...(Array.isArray(items) ? items : [items]),
  ]
  return [...Object.keys(properties), ...within.flatMap(namesIn)]
}

test('I12.13: it hides every field of the contract that is a credential or tells who somebody is', () => {
  const schemas = Object.values<Call | OpsCall>({ ...calls, ...opsCalls }).flatMap(({ input, result }) => [
    z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
    z.toJSONSchema(result, { io: 'input', unrepresentable: 'any' }),
  ])
  const names = [...new Set(schemas.flatMap(namesIn))]
  const shown = names.filter((name) => logged({ [name]: '4177' })[name] !== '[hidden]')
  const telling =
    /pass|token|secret|otp|code$|ticket|phone|mail|user|key$|verifier|proof|signature|name$|birth|card|guarantor|^account$|^qr$/i
  expect(shown.filter((name) => telling.test(name)).sort()).toEqual([
    // Of a thing: an artwork's creator, a product, this installation.
    ...[
      'appName',
      'mailed',
      'mailedAt',
      'name',
      'passedAt',
      'productName',
      'publicKey',
      'pushKey',
      'registeredUsers',
    ],
    // Settings of a passkey, and a customer whose own fields are hidden.
    ...['requireResidentKey', 'residentKey', 'user', 'userId', 'userVerification'],
  ])
})

test('I12.13: it names markets and errors', () => {
  for (const code of ['EURUSD', 'BTCUSDT', 'ECONNREFUSED', 'FST_ERR_CTP_BODY_TOO_LARGE', '23505'])
    expect(logged({ code }).code).toBe(code)
  const error = Object.assign(new Error('twice'), { code: '23505', detail: 'Key (email)=(ana) exists' })
  expect(logged({ err: error }).err).toMatchObject({ type: 'Error', message: 'twice', code: '23505' })
  expect(JSON.stringify(logged({ err: error, cause: { error } }))).not.toContain('ana')
})

test('I12.13: no text of it names a mail address or the password in a connection’s address', () => {
  const text =
    '550 5.1.1 <ana.müller+x@mail.candor.example>: unknown, postgres://candor:pa55@db.example:5432/x'
  const line = JSON.stringify(logged({ err: new Error(text), error: text, list: [text] }))
  for (const hidden of ['ana', 'müller', 'pa55']) expect(line).not.toContain(hidden)
  expect(line).toContain('550 5.1.1')
  expect(line).toContain('db.example:5432')
})
