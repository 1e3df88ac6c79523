import { expect, test } from 'vitest'
import type { Visitor } from '../../platform/http/caller.ts'
import type { UserRow } from '../accounts-store.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { createSession, isShut } from './create-session.ts'

const visitor = {
  userId: null,
  address: '192.0.2.7',
  language: 'en',
  device: 'Firefox',
  deviceMark: null,
} as Visitor
const ana = {
  ...{ id: 'ana', user_name: 'ana', status: 'active', own_freeze_at: null, password_hash: 'a hash' },
  ...{ phone: '+4915123456789', created_at: new Date(0) },
} as UserRow
const frozenByHerself = { ...ana, own_freeze_at: new Date(0) }
const closed = { ...ana, status: 'closed' } as UserRow

/** Creates a session for a customer who was `proven` as the row says, and is `now` what the locked row says. */
async function create(proven: UserRow, now: UserRow) {
  let started = 0
  const context = {
    db: { transaction: (work: (tx: unknown) => unknown) => work({}) },
    users: { lock: async () => now },
    sessions: {
      isNewDevice: async () => false,
      start: async () => {
        started += 1
        return { token: 'a token', sessionId: 'a session' }
      },
    },
  } as unknown as OpenedAccounts
  const outcome = await createSession(context, proven, visitor).then(
    ({ token }) => token,
    (error: { readonly code: number }) => error.code,
  )
  return [outcome, started]
}

test('a session begins with what was proven, as long as that still holds', async () => {
  expect(await create(ana, ana)).toEqual(['a token', 1])
  expect(await create(ana, { ...ana, password_hash: 'another hash' })).toEqual([10004, 0])
  expect(await create(ana, { ...ana, phone: null })).toEqual([10004, 0])
})

test('an account that is closed, or frozen by its owner, is not entered, whenever that happened', async () => {
  expect(await create(closed, ana)).toEqual([10005, 0])
  expect(await create(ana, closed)).toEqual([10005, 0])
  expect(await create(frozenByHerself, ana)).toEqual([11018, 0])
  expect(await create(ana, frozenByHerself)).toEqual([11018, 0])
  // A customer whom the operator froze may sign in (trust T13).
  const frozen = { ...ana, status: 'frozen' } as UserRow
  expect(await create(frozen, frozen)).toEqual(['a token', 1])
  expect([ana, closed, frozenByHerself, frozen].map(isShut)).toEqual([false, true, true, false])
})
