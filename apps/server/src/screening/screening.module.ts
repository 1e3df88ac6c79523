import { namesOps } from '@candor/contract'
import { defineModule, type ServerContext } from '../module.ts'
import type { Tx } from '../platform/database/database.ts'
import { checkNames, type NamesCheck } from './check-names.ts'
import { readLists } from './read-lists.ts'
import { nameCases } from './review-names.ts'
import type { ScreeningPorts } from './screening-ports.ts'
import { showLists } from './show-lists.ts'

interface ScreeningOptions extends ScreeningPorts {
  /** Folder of the lists; null: none is configured. */
  readonly screeningDir: string | null
}

const lookEveryMs = 60_000

/** Name screening: its lists, its cases, and the checks that other modules request. */
export const screeningModule = defineModule({
  name: 'screening',
  opsCalls: namesOps,
  customerTables: {
    screening_cases: { exported: { instead: 'a customer is not told of a case' }, erased: 'words' },
  },
  open: (context: ServerContext, { screeningDir, ...ports }: ScreeningOptions) => {
    const opened = { ...context, ...ports }
    const check = (tx: Tx, checked: NamesCheck) => checkNames(opened, tx, checked)
    const stopping = new AbortController()
    return {
      backOffice: {
        cases: [nameCases(opened)],
        handlers: { opsNameLists: () => showLists(context, screeningDir) },
      },
      jobs: [
        {
          name: 'read-name-lists',
          noCases: 'a folder of two lists',
          everyMs: lookEveryMs,
          run: () => readLists(context, { screeningDir, signal: stopping.signal }),
        },
      ],
      /** Ends the reading of a list, which may take minutes. */
      stopReading: () => stopping.abort(),
      /** A username or mail address is seldom a name; where it holds two words it may be one. */
      checkNewCustomer: async (
        tx: Tx,
        user: { readonly id: string; readonly user_name: string; readonly email: string },
      ) => {
        const written = [
          { where: 'username', name: user.user_name },
          { where: 'email address', name: user.email.slice(0, user.email.lastIndexOf('@')) },
        ]
        const names = written.flatMap((one) =>
          /\p{L}{2,}[^\p{L}]+\p{L}{2,}/u.test(one.name) ? [{ ...one, birthdate: null }] : [],
        )
        await check(tx, { userId: user.id, occasion: 'sign-up', names })
      },
      checkIdentity: async (tx: Tx, userId: string): Promise<void> => {
        const name = await ports.names.legal(tx, userId)
        if (name !== null) await check(tx, { userId, occasion: 'identity', names: [name] })
      },
      /** Returns until when a withdrawal of this customer waits; `payee` is the holder of a bank account. */
      holdOfWithdrawal: async (tx: Tx, userId: string, payee: string | null): Promise<Date | null> => {
        const legal = await ports.names.legal(tx, userId)
        const paid =
          payee === null ? [] : [{ where: 'name on the bank account', name: payee, birthdate: null }]
        const names = [...(legal === null ? [] : [legal]), ...paid]
        return check(tx, { userId, occasion: 'withdrawal', names })
      },
    }
  },
})
