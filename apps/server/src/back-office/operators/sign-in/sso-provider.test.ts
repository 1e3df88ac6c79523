import { type Logger, pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SingleSignOnSettings } from '../../../platform/config/openid-settings.ts'
import { createLog } from '../../../platform/http/observability/log.ts'
import {
  type OpenIdPerson,
  startOpenId,
  type TestOpenId,
  visitProvider,
} from '../../../testing/test-openid.ts'
import { openSso, type SsoCallback, type SsoIdentity } from './sso-provider.ts'
import type { SsoAttempt } from './sso-store.ts'

const consoleUrl = 'http://localhost:3998/console'
const ada: OpenIdPerson = { subject: 'ada', email: 'ada@desk.example', proven: false }
const silent = pino({ level: 'silent' })
let openId: TestOpenId
beforeAll(async () => {
  openId = await startOpenId([`${consoleUrl}/sign-in`])
})
afterAll(() => openId.close())

function doorWith(secondFactor: SingleSignOnSettings['secondFactor'], log: Logger = silent) {
  const { issuer, clientId, clientSecret } = openId
  const settings = { issuer, clientId, clientSecret, label: 'the desk', secondFactor }
  const door = openSso(settings, () => consoleUrl, log)
  if (door === null) throw new Error('there is no door')
  return door
}
type Door = ReturnType<typeof doorWith>
const none = { amr: [], acr: [] }

/** Goes to the provider as this person and comes back. */
async function visit(door: Door, person: OpenIdPerson) {
  openId.person = person
  const begun = await door.begin(null)
  if (begun === null) throw new Error('the provider cannot be reached')
  const { searchParams } = await visitProvider(begun.url)
  const parameter = (name: string) => searchParams.get(name) ?? ''
  const callback = { code: parameter('code'), state: parameter('state'), iss: parameter('iss') }
  expect(callback.code, searchParams.toString()).not.toBe('')
  return { attempt: begun.attempt, callback }
}

async function cameBack(door: Door, person: OpenIdPerson): Promise<SsoIdentity | null> {
  const { attempt, callback } = await visit(door, person)
  return door.identityOf(attempt, callback)
}

test('I12.9: the provider’s second factor does only where the installation names it', async () => {
  const hasOne = async (named: SingleSignOnSettings['secondFactor'], proof: Partial<OpenIdPerson>) =>
    (await cameBack(doorWith(named), { ...ada, ...proof }))?.secondFactor
  expect(await hasOne(none, { amr: ['pwd', 'mfa'], acr: 'gold' })).toBe(false)
  const named = { amr: ['mfa'], acr: ['gold'] }
  expect(await hasOne(named, { amr: ['pwd', 'mfa'] })).toBe(true)
  expect(await hasOne(named, { acr: 'gold' })).toBe(true)
  expect(await hasOne(named, { amr: ['pwd', 'gold'], acr: 'mfa' })).toBe(false)
  expect(await hasOne(named, {})).toBe(false)
  // Neither does one of yesterday.
  openId.forge = (claims) => ({ ...claims, auth_time: Number(claims.auth_time) - 13 * 3_600 })
  expect(await cameBack(doorWith(named), { ...ada, amr: ['mfa'] })).toBeNull()
  openId.forge = null
})

test('I12.9: an ID token counts for our client alone, from our issuer, for this attempt, in time, as the provider signed it', async () => {
  const door = doorWith(none)
  expect(await cameBack(door, ada)).toMatchObject({ issuer: openId.issuer, subject: 'ada' })
  const forgeries: readonly Record<string, unknown>[] = [
    { aud: 'another client' },
    { iss: 'https://another.example' },
    { nonce: 'another' },
    { exp: 1 },
  ]
  for (const forged of forgeries) {
    openId.forge = (claims) => ({ ...claims, ...forged })
    expect([forged, await cameBack(door, ada)]).toEqual([forged, null])
  }
  openId.forge = (claims) => claims
  expect(await cameBack(door, ada)).not.toBeNull()
  openId.forge = null
  openId.breakSignatures = true
  expect(await cameBack(door, ada)).toBeNull()
  openId.breakSignatures = false
})

test('I12.9: refuses a response with another code, state, verifier or issuer, or without one; a code counts once', async () => {
  const door = doorWith(none)
  const changed = async (
    change: (given: { attempt: SsoAttempt; callback: SsoCallback }) => {
      attempt: SsoAttempt
      callback: SsoCallback
    },
  ) => {
    const { attempt, callback } = change(await visit(door, ada))
    return door.identityOf(attempt, callback)
  }
  const elsewhere = await visit(door, ada)
  const same = async (): Promise<SsoIdentity | null> => changed((given) => given)
  expect(await same()).not.toBeNull()
  const odd = [
    changed(({ attempt, callback }) => ({ attempt, callback: { ...callback, code: 'none' } })),
    changed(({ attempt, callback }) => ({
      attempt,
      callback: { ...callback, code: elsewhere.callback.code },
    })),
    changed(({ attempt, callback }) => ({ attempt, callback: { ...callback, state: 'another' } })),
    changed(({ attempt, callback }) => ({
      attempt,
      callback: { ...callback, iss: 'https://another.example' },
    })),
    changed(({ attempt, callback: { code, state } }) => ({ attempt, callback: { code, state } })),
    changed(({ attempt, callback }) => ({
      attempt: { ...attempt, codeVerifier: elsewhere.attempt.codeVerifier },
      callback,
    })),
  ]
  expect(await Promise.all(odd)).toEqual(odd.map(() => null))
  const { attempt, callback } = await visit(door, ada)
  expect(await door.identityOf(attempt, callback)).not.toBeNull()
  expect(await door.identityOf(attempt, callback)).toBeNull()
})

test('I12.9: the log reports an invalid response, without code, token or person', async () => {
  const lines: string[] = []
  const log = createLog('debug', { write: (line: string) => void lines.push(line) })
  const door = doorWith(none, log)
  let token = ''
  openId.forge = (claims) => {
    token = String(claims.nonce)
    return { ...claims, nonce: 'another', secret: 'in the token' }
  }
  const { attempt, callback } = await visit(door, ada)
  expect(await door.identityOf(attempt, callback)).toBeNull()
  openId.forge = null
  await door.identityOf(attempt, callback)
  const logged = lines.join('\n')
  expect(lines.length).toBe(2)
  expect(logged).toContain('a response of the OpenID provider was not valid')
  for (const secret of [
    callback.code,
    attempt.codeVerifier,
    token,
    'in the token',
    ada.email,
    openId.clientSecret,
  ])
    expect(logged).not.toContain(secret)
})

test('I12.9: a provider that cannot be reached is no sign-in and no fault', async () => {
  const settings = { clientId: 'x', clientSecret: 'y', label: 'the desk', secondFactor: none }
  const gone = openSso({ ...settings, issuer: 'http://localhost:9' }, () => consoleUrl, silent)
  expect(await gone?.begin(null)).toBeNull()
  const unnamed = openSso({ ...settings, issuer: openId.issuer }, () => null, silent)
  expect(await unnamed?.begin(null)).toBeNull()
})
