import type { Language } from '@candor/contract'
import type { Users } from '../accounts/accounts-store.ts'
import type { UndoToken } from '../accounts/undoings-store.ts'
import type { Config } from '../platform/config.ts'
import { Letters, type LettersDeps } from '../platform/email/letters.ts'
import type { Job } from '../platform/jobs/timetable.ts'
import type { SignedHeads } from '../proofs/signed-heads.ts'
import type { ShutdownStack } from './shutdown-stack.ts'

export interface LettersParts extends Pick<LettersDeps, 'db' | 'clock' | 'messenger' | 'log'> {
  readonly undoToken: UndoToken
  /** Public address of the pages; null while it is not known yet. */
  readonly ownUrl: () => string | null
  readonly users: Pick<Users, 'byId'>
  readonly heads: Pick<SignedHeads, 'reference'>
  readonly config: Pick<Config, 'publicUrl'>
  readonly closing: ShutdownStack
}

const everyMs = 5_000
const hour = 3_600_000
const headsPath = '/.well-known/candor-heads.json'

/** Letters about decisions: each in its reader's language, with the newest signed head of the audit log (trust T14). */
export function openLetters({ users, heads, config, closing, undoToken, ownUrl, ...parts }: LettersParts): {
  readonly letters: Letters
  readonly jobs: readonly Job[]
} {
  const address = `${config.publicUrl?.replace(/\/$/, '') ?? ''}${headsPath}`
  const letters = new Letters({
    ...parts,
    readerOf: async (userId) => {
      const { email, language } = await users.byId(userId)
      return { email, language: language as Language }
    },
    undoLink: (undoingId) => `${ownUrl() ?? ''}/#/pass/undo?token=${undoToken(undoingId)}`,
    head: () => {
      const head = heads.reference()
      return head === null ? null : { ...head, address }
    },
  })
  closing.add(() => letters.settled())
  return {
    letters,
    jobs: [
      {
        name: 'send-letters',
        noCases: 'each letter is put off before it is tried',
        everyMs,
        run: () => letters.send(),
      },
      { name: 'forget-letters', noCases: 'one statement', everyMs: hour, run: () => letters.forgetOld() },
    ],
  }
}
