import type { SignedHeads } from './signed-heads.ts'

/** Path of the published heads. */
export const headsPath = '/.well-known/candor-heads.json'

/** Reads the newest head with the address it is published at, for the foot of every letter; null before the first head. */
export function headInLetters(heads: Pick<SignedHeads, 'reference'>, publicUrl: string | null) {
  const address = `${publicUrl?.replace(/\/$/, '') ?? ''}${headsPath}`
  return () => {
    const head = heads.reference()
    return head === null ? null : { ...head, address }
  }
}
