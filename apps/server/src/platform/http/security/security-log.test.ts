import { refusals } from '@candor/refusals'
import { fastify } from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { logSecurity } from './security-log.ts'

interface LoggedResponse {
  readonly who: string | null
  readonly refusedWith: number | null
}

/** Lines of the log after requests of a route were answered like this. */
async function loggedAfter(responses: readonly LoggedResponse[], security = false): Promise<object[]> {
  const lines: string[] = []
  const app = fastify()
  logSecurity(app, pino({ base: null, timestamp: false }, { write: (line) => void lines.push(line) }))
  const next = [...responses]
  const config = security ? ({ security: true } as const) : {}
  app.post('/swx/customer/login/login', { config }, (request) => {
    Object.assign(request, next.shift())
    return {}
  })
  const body = { password: 'not for the log', email: 'ana@candor.example' }
  for (const _ of responses)
    await app.inject({ method: 'POST', url: '/swx/customer/login/login?code=123456', payload: body })
  expect(lines.join()).not.toMatch(/not for the log|ana@candor|123456|127\.0\.0\.1/)
  return lines.map((line) => JSON.parse(line))
}

test('ASVS 16.3: a suspicious refusal is logged once a minute with caller, address and reason, and no field of the request', async () => {
  const stranger = { who: null, refusedWith: refusals.passwordWrong }
  const customer = { who: 'a-customer', refusedWith: refusals.apiKeyNotAllowed }
  const lines = await loggedAfter([
    stranger,
    stranger,
    customer,
    stranger,
    { who: null, refusedWith: refusals.insufficientFunds },
  ])
  const route = { event: 'security', route: '/swx/customer/login/login', method: 'POST', from: '127.0.0.*' }
  expect(lines).toEqual([
    { level: 30, ...route, who: null, why: 'passwordWrong', times: 1, msg: 'refused' },
    {
      level: 30,
      ...route,
      who: 'a-customer',
      why: 'apiKeyNotAllowed',
      times: 1,
      msg: 'refused',
    },
  ])
})

test('ASVS 16.3: each successful sign-in or change of access is logged, and a refused one is not', async () => {
  const done = { who: 'a-customer', refusedWith: null }
  expect(await loggedAfter([done, done], true)).toMatchObject([
    { event: 'security', who: 'a-customer', msg: 'done' },
    { event: 'security', who: 'a-customer', msg: 'done' },
  ])
  expect(await loggedAfter([{ ...done, refusedWith: refusals.insufficientFunds }], true)).toEqual([])
  expect(await loggedAfter([done])).toEqual([])
})
