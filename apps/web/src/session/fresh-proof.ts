import type { ProofAsked } from '@candor/contract'
import { useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

export interface ProofRequest {
  readonly asked: ProofAsked
  /** Says whether the person proved who they are, or put the question away. */
  readonly settle: (proven: boolean) => void
}

const store = createStore<ProofRequest | null>(null)
let answer: Promise<boolean> | null = null

/** The question that waits for an answer, for the dialog that puts it. */
export const useProofRequest = (): ProofRequest | null => useSyncExternalStore(store.subscribe, store.get)

/** Asks once, however many calls wait for it. */
export function askForProof(asked: ProofAsked): Promise<boolean> {
  answer ??= new Promise<boolean>((resolve) => store.set({ asked, settle: resolve })).finally(() => {
    answer = null
    store.set(null)
  })
  return answer
}
