import type { User } from '@candor/contract'
import { beforeEach, expect, test, vi } from 'vitest'

// Modules of their own: other tests follow the session too.
let customerState: typeof import('./customer-state.ts').customerState
let signIn: typeof import('./session-store.ts').signIn
let signOut: typeof import('./session-store.ts').signOut
beforeEach(async () => {
  vi.resetModules()
  ;({ customerState } = await import('./customer-state.ts'))
  ;({ signIn, signOut } = await import('./session-store.ts'))
})

const [ada, ben] = ['ada', 'ben'].map((id) => ({ id, userName: id }) as User) as [User, User]

test('I12.7: what a customer entered is never shown to another one, nor after a sign-out', () => {
  signIn('a', ada)
  const name = customerState('')
  name.set('Ada Okafor')
  signOut()
  expect(name.get()).toBe('')
  signIn('b', ben)
  expect(name.get()).toBe('')
  signOut()
  signIn('a', ada)
  expect(name.get()).toBe('')
})

test('I12.7: an ended session loses nothing of the customer who signs in again', () => {
  signIn('a', ada)
  const name = customerState('')
  name.set('Ada Okafor')
  signOut()
  expect(name.get()).toBe('')
  signIn('a2', ada)
  expect(name.get()).toBe('Ada Okafor')
})

test('I12.7: what was entered before a sign-in is taken along, by the first customer alone', () => {
  const stake = customerState('')
  stake.set('25')
  signIn('a', ada)
  expect(stake.get()).toBe('25')
  signOut()
  signIn('b', ben)
  expect(stake.get()).toBe('')
})
