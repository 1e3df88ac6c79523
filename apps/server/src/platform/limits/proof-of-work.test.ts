import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Clock, ManualClock, systemClock } from '../clock.ts'
import { freshDatabase, type TestDatabase } from '../database/temporary/test-database.ts'
import { Refusal } from '../http/refusal.ts'
import { MessageDays } from './message-days.ts'
import { ProofOfWork } from './proof-of-work.ts'

let db: TestDatabase
const day = new ManualClock(Date.UTC(2026, 0, 5, 12))
/** Days of which the codes above `usual` are unusual. */
const daysOf = (usual: number) =>
  new MessageDays(
    { db, clock: day },
    async () => usual,
    async () => undefined,
  )
beforeAll(async () => {
  db = await freshDatabase({ max: 1 })
  for (const kind of ['mail', 'sms'] as const) await daysOf(0).count(kind)
})
afterAll(() => db.dispose())

const secret = 'the installation’s own'
const proofOfWork = ({ unusual = true, sandbox = false, clock = systemClock as Clock } = {}) => {
  const days = daysOf(unusual ? 0 : 1)
  return new ProofOfWork({ db, clock, days, secret, sandbox })
}
const refusalOf = async (work: ProofOfWork, given?: string) => {
  const refused = await work.require('mail', given).catch((error: unknown) => error)
  if (!(refused instanceof Refusal)) throw new Error('it was not refused')
  return refused
}
const challengeOf = async (work: ProofOfWork): Promise<Challenge> =>
  JSON.parse(String((await refusalOf(work)).details?.challenge))
const solve = async (challenge: Challenge) => {
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

test('I12.4: a calculation takes some 256 tries of 3 000 rounds, and is good for ten minutes', async () => {
  const before = Date.now()
  const refused = await refusalOf(proofOfWork())
  expect(refused.code).toBe(11052)
  const { parameters } = JSON.parse(String(refused.details?.challenge)) as Challenge
  expect(parameters).toMatchObject({ algorithm: 'PBKDF2/SHA-256', cost: 3_000, keyPrefix: '00' })
  const lastsMs = (parameters.expiresAt ?? 0) * 1_000 - before
  expect(lastsMs).toBeGreaterThan(599_000)
  expect(lastsMs).toBeLessThan(660_000)
})

test('I12.4: a calculation is good once, and is remembered for longer than it could be used again', async () => {
  const now = Date.now()
  const work = proofOfWork({ clock: { now: () => now } })
  const solved = await solve(await challengeOf(work))
  await expect(work.require('mail', solved)).resolves.toBeUndefined()
  expect((await refusalOf(work, solved)).code).toBe(11052)
  const { rows } = await db.pool.query<{ ends_at: Date; length: number }>(
    'SELECT ends_at, length(proof) FROM limits_spent_work',
  )
  expect(rows).toEqual([{ ends_at: new Date(now + 1_200_000), length: 32 }])
})

test('I12.4: a usual day and a sandbox need no calculation', async () => {
  await expect(proofOfWork({ unusual: false }).require('mail', undefined)).resolves.toBeUndefined()
  await expect(proofOfWork({ sandbox: true }).require('sms', undefined)).resolves.toBeUndefined()
})

test('I12.4: what is no solution of our challenge is refused', async () => {
  const work = proofOfWork()
  const challenge = await challengeOf(work)
  const { signature, ...unsigned } = challenge
  const solution = { counter: 0, derivedKey: '00'.repeat(16) }
  for (const given of [
    { challenge, solution },
    { challenge: unsigned, solution },
    { challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 1 } }, solution },
    null,
  ])
    expect(
      (await refusalOf(work, Buffer.from(JSON.stringify(given)).toString('base64'))).details,
    ).toMatchObject({ challenge: expect.any(String) })
  expect((await refusalOf(work, 'no Base64')).code).toBe(11052)
  expect(signature).toMatch(/^[0-9a-f]{64}$/)
})
