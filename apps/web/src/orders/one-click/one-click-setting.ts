import { useSyncExternalStore } from 'react'
import { parseStored, readStored, writeStored } from '../../session/browser-storage.ts'
import { type Session, useSession } from '../../session/session-store.ts'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Turned off in one tab, it is off in all.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** Names the account that a choice is for: a customer's demo account says nothing about their real one. */
export const accountName = ({ user, mode }: Pick<Session, 'user' | 'mode'>): string | null =>
  user === null ? null : `${user.id} ${mode}`

/** Reads the accounts that are traded with one click in this browser. */
export function readAccounts(text: string | null): readonly string[] {
  const value = parseStored(text)
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

export interface OneClick {
  readonly isOn: boolean
  readonly turn: (on: boolean) => void
}

/** One-click trading: off until the customer turns it on for this account in this browser. */
export function useOneClick(): OneClick {
  const name = accountName(useSession())
  const text = useSyncExternalStore(subscribe, () => readStored('oneClick'))
  const accounts = readAccounts(text)
  return {
    isOn: name !== null && accounts.includes(name),
    turn: (on) => {
      if (name === null) return
      const others = accounts.filter((one) => one !== name)
      writeStored('oneClick', JSON.stringify(on ? [...others, name] : others))
      for (const listener of listeners) listener()
    },
  }
}
