import type { ContractOrder } from '@candor/contract'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { useSyncExternalStore } from 'react'
import { useT } from '../../session/language/language.ts'
import { sessionNow, useSession } from '../../session/session-store.ts'
import { createStore } from '../../session/store.ts'
import { useSaveTags } from './use-tags.ts'

interface NextTags {
  /** The account they were chosen for. */
  readonly account: string
  readonly tags: readonly string[]
}

const none: readonly string[] = []
const store = createStore<NextTags>({ account: '', tags: none })

const accountNow = (): string => `${sessionNow().user?.id ?? ''} ${sessionNow().mode}`

/** Returns the tags for the next orders of the account in use; another account has none of them. */
export const nextTags = (): readonly string[] =>
  store.get().account === accountNow() ? store.get().tags : none

/** Chooses the tags for the next orders of this account, until the page is closed. */
export const chooseNextTags = (tags: readonly string[]): void => store.set({ account: accountNow(), tags })

export function useNextTags(): readonly string[] {
  useSession()
  return useSyncExternalStore(store.subscribe, nextTags)
}

/** Returns what puts the chosen tags on an order that was placed. A failure leaves the order as it is and says so. */
export function useTagPlaced(): (order: ContractOrder) => void {
  const t = useT()
  const { mutate } = useSaveTags()
  return ({ id }) => {
    const tags = nextTags()
    if (tags.length === 0) return
    mutate({ id, tags: [...tags] }, { onError: () => toast(t('orders.tags.notSaved'), 'bad') })
  }
}
