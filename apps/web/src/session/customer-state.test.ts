import type { User } from '@candor/contract'
import { afterEach, expect, test } from 'vitest'
import { customerState } from './customer-state.ts'
import { signIn, signOut } from './session-store.ts'

const [ada, ben] = ['ada', 'ben'].map((id) => ({ id, userName: id }) as User) as [User, User]
afterEach(signOut)

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
