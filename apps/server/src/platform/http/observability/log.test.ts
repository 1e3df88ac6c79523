import { expect, test } from 'vitest'
import { createLog } from './log.ts'

/** The line of the log after these fields were logged. */
function logged(fields: object): Record<string, unknown> {
  const lines: string[] = []
  createLog('info', { write: (line) => void lines.push(line) }).info(fields, 'something happened')
  return JSON.parse(lines.join(''))
}

test('I12.13: the log hides credentials, at every depth', () => {
  const secrets = {
    token: 't0ken',
    password: 'a long phrase',
    totp: '123456',
    code: '123456',
    email: 'ana@candor.example',
  }
  const hidden = Object.fromEntries(Object.keys(secrets).map((name) => [name, '[hidden]']))
  expect(logged({ ...secrets, input: secrets, deep: { input: secrets } })).toMatchObject({
    ...hidden,
    input: hidden,
    deep: { input: hidden },
  })
  for (const code of ['00417733', 'abc123', 123_456]) expect(logged({ code }).code).toBe('[hidden]')
})

test('I12.13: it names markets and errors', () => {
  for (const code of ['EURUSD', 'BTCUSDT', 'ECONNREFUSED', 'FST_ERR_CTP_BODY_TOO_LARGE', '23505'])
    expect(logged({ code }).code).toBe(code)
  expect(logged({ err: Object.assign(new Error('twice'), { code: '23505' }) }).err).toMatchObject({
    code: '23505',
  })
})
