import type { ProofRequired } from '@candor/contract'
import { useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

export interface ProofRequest {
  readonly options: ProofRequired
  /** Ends the request: the person proved their identity, or closed the question. */
  readonly settle: (proven: boolean) => void
}

const store = createStore<ProofRequest | null>(null)
let pending: Promise<boolean> | null = null

/** The pending request, for its dialog. */
export const useProofRequest = (): ProofRequest | null => useSyncExternalStore(store.subscribe, store.get)

/** Asks once for all calls that wait for it. */
export function requestProof(options: ProofRequired): Promise<boolean> {
  pending ??= new Promise<boolean>((resolve) => store.set({ options, settle: resolve })).finally(() => {
    pending = null
    store.set(null)
  })
  return pending
}
