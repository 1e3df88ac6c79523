import { useState } from 'react'
import { sessionNow } from './session-store.ts'

/** A value that outlives the page it was entered on. */
export interface CustomerState<T> {
  readonly get: () => T
  readonly set: (next: T) => void
}

/**
 * Keeps what was entered or chosen on a page while its visitor looks at another one. It belongs to the customer who is signed in: after a
 * sign-out it is not shown, and another customer on the same device never sees it. What was entered before a sign-in is taken along.
 */
export function customerState<T>(first: T): CustomerState<T> {
  let value = first
  let owner: string | null = null
  return {
    get: () => {
      const now = sessionNow().user?.id ?? null
      if (owner === null) owner = now
      if (owner === now) return value
      if (now !== null) {
        value = first
        owner = now
      }
      return first
    },
    set: (next) => {
      value = next
      owner = sessionNow().user?.id ?? null
    },
  }
}

/** Begins a component's state with it, and changes both together. */
export function useCustomerState<T>(state: CustomerState<T>): [value: T, change: (next: T) => void] {
  const [value, setValue] = useState(state.get)
  const change = (next: T) => {
    state.set(next)
    setValue(() => next)
  }
  return [value, change]
}
