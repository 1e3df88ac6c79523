import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ServerContext } from '../../module.ts'
import { dueOutgoing, heldNotices } from '../../notifications/outgoing-store.ts'
import { ManualClock } from '../../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { heldLetters } from '../../platform/email/held-letters.ts'
import { lettersModule } from '../../platform/email/letters.module.ts'
import { Letters } from '../../platform/email/letters.ts'
import { someSecrets } from '../../platform/keys/test-secrets.ts'
import { dueEndpoints } from '../../webhooks/endpoints-store.ts'
import { holdMessages } from './held-messages.ts'

const clock = new ManualClock(Date.UTC(2026, 0, 5))
const year = 365 * 24 * 3_600_000
const sent: string[] = []
let db: TestDatabase
let letters: Letters
beforeAll(async () => {
  db = await freshDatabase()
  letters = new Letters({
    db,
    clock,
    messenger: { send: async ({ kind }) => void sent.push(kind) },
    readerOf: async () => ({ email: 'ann@candor.example', language: 'en' }),
    head: () => null,
    undoLink: () => '',
    log: { error: () => undefined },
  })
})
afterAll(() => db.dispose())

const alerts = async () => {
  const { backOffice } = await lettersModule.open({} as ServerContext, { letters })
  return (await Promise.all(backOffice.alerts.map((source) => source.alerts()))).flat()
}

/** A letter, a notice and a webhook's message that wait. */
async function addWaiting(): Promise<void> {
  await db.transaction((tx) =>
    letters.keep(tx, {
      userId: v7(),
      kind: 'depositCredited',
      once: 'credited',
      facts: { amount: '5', coin: 'USDT' },
    }),
  )
  await db.pool.query(
    `SELECT notifications_keep(jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'user_id', gen_random_uuid(),
       'kind', 'depositCredited', 'once', 'credited', 'at', $1::bigint, 'facts', '{}'::jsonb)))`,
    [clock.now()],
  )
  const id = v7()
  await db.query
    .insertInto('webhooks_endpoints')
    .values({
      id,
      name: 'crm',
      url: 'https://crm.example/',
      types: ['deposit.credited'],
      signature: 'v1',
      secret: someSecrets.seal('webhooks_endpoints.secret', id, 'whsec_1'),
      created_at: BigInt(clock.now()),
    })
    .execute()
  const { sequence } = await db.query
    .insertInto('webhooks_events')
    .values({ type: 'deposit.credited', at: BigInt(clock.now()), data: '{}' })
    .returning('sequence')
    .executeTakeFirstOrThrow()
  await db.query
    .insertInto('webhooks_deliveries')
    .values({ endpoint_id: id, event: sequence, next_at: BigInt(clock.now()) })
    .execute()
}

test('I16.15: after a restore nothing that waited in the backup is sent until an operator wants it: letters, notices, webhooks', async () => {
  await addWaiting()
  const due = async () => ({
    notices: (await dueOutgoing(db.query, BigInt(clock.now()), 9)).length,
    webhooks: (await dueEndpoints(db.query, clock.now(), 9)).length,
  })
  expect(await due()).toEqual({ notices: 1, webhooks: 1 })
  expect(await holdMessages(db)).toMatch(/^Held, .*: 1 letters and 1 notices .*, and 1 webhooks /)
  clock.advance(year)
  await letters.send()
  expect(sent).toEqual([])
  expect(await due()).toEqual({ notices: 0, webhooks: 0 })
  expect((await alerts()).map(({ text }) => text)).toEqual([
    'Letters that a restore held: 1. The command candor send-held sends them.',
  ])
  expect(await db.transaction(heldLetters.release)).toBe(1)
  expect(await db.transaction(heldNotices.release)).toBe(1)
  await letters.send()
  expect(sent).toEqual(['depositCredited'])
  expect(await due()).toEqual({ notices: 1, webhooks: 0 })
  expect(await alerts()).toEqual([])
})
