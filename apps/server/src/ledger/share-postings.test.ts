import { expect, test } from 'vitest'
import type { Bus } from '../platform/bus/bus.ts'
import type { AccountRef, Ledger, PostedListener } from './ledger.ts'
import { sharePostings } from './share-postings.ts'
import { customer } from './test-accounts.ts'

const [anns, bens] = [[customer('ann')], [customer('ben')]]

function parts(alone: boolean) {
  const sent: (readonly [string, readonly AccountRef[]])[] = []
  const listeners = new Set<PostedListener>()
  let receive: PostedListener | null = null
  const ledger = {
    onPosted: (listener: PostedListener) => listeners.add(listener),
    announceAccounts: (accounts: readonly AccountRef[]) => {
      for (const listener of listeners) listener(accounts)
    },
  } as unknown as Ledger
  const bus = {
    alone,
    publish: (topic: string, accounts: readonly AccountRef[]) => sent.push([topic, accounts]),
    on: async (_topic: string, listener: PostedListener) => {
      receive = listener
    },
  } as unknown as Bus
  return { ledger, bus, sent, hear: (accounts: readonly AccountRef[]) => receive?.(accounts) }
}

test('what one process posts reaches the listeners of the others, and is not sent on by them', async () => {
  const { ledger, bus, sent, hear } = parts(false)
  const heard: (readonly AccountRef[])[] = []
  ledger.onPosted((accounts) => heard.push(accounts))
  await sharePostings(bus, ledger)
  ledger.announceAccounts(anns)
  expect(sent).toEqual([['posted', anns]])
  hear(bens)
  expect(heard).toEqual([anns, bens])
  expect(sent).toHaveLength(1)
  ledger.announceAccounts(bens)
  expect(sent).toEqual([
    ['posted', anns],
    ['posted', bens],
  ])
})

test('a process that is alone sends nothing', async () => {
  const { ledger, bus, sent } = parts(true)
  await sharePostings(bus, ledger)
  ledger.announceAccounts(anns)
  expect(sent).toEqual([])
})
