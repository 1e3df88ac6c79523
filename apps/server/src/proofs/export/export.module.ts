import { type CallName, exportCalls } from '@candor/contract'
import { utcDay } from '@candor/rules/time-units.ts'
import { defineModule, type ServerContext } from '../../module.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { UnnamedFile } from '../../platform/http/files/unnamed-file.ts'
import { FileInPieces, type Handlers } from '../../platform/http/handlers.ts'
import { type ExportArchive, type ExportSource, entriesOf } from './export-entries.ts'
import type { CallAs } from './export-receipts.ts'
import type { ExportedCall } from './exported-call.ts'
import { zipPieces } from './zip-pieces.ts'

export interface ExportPorts {
  /** Every call of the product, of modules opened later too. */
  readonly calls: () => Handlers
  /** Every module's part of an export. */
  readonly parts: () => readonly ExportedCall[]
  readonly archive: ExportArchive
  readonly accounts: ExportingAccounts
}

/** From accounts. */
interface ExportingAccounts {
  /** Throws `TooMany` soon after the customer's last export. */
  refuseEarly(userId: string): Promise<void>
  /** Writes to the customer that an export was made. */
  notifyExported(userId: string): Promise<void>
}

/** One-click export (trust T20): the product's own calls, read to their last page in both accounts. */
export const exportModule = defineModule({
  name: 'export',
  calls: exportCalls,
  open: ({ clock }: ServerContext, ports: ExportPorts) => {
    const sourceNow = (): ExportSource => ({
      ...ports.archive,
      call: callsBy(ports.calls),
      parts: ports.parts(),
    })
    /** The letter is stored once all is made, before any of it is sent. */
    async function* pieces(caller: Caller): AsyncGenerator<Uint8Array> {
      await ports.accounts.refuseEarly(caller.userId)
      const at = new Date(clock.now())
      const source = sourceNow()
      const directory = await UnnamedFile.open(source.folder)
      try {
        yield* zipPieces(entriesOf(source, caller, at), { at, directory })
      } finally {
        await directory.close()
      }
      await ports.accounts.notifyExported(caller.userId)
    }
    return {
      handlers: {
        export: async (_input, caller) => {
          const day = utcDay(clock.now())
          const file = { contentType: 'application/zip', fileName: `candor-export-${day}.zip` }
          return new FileInPieces('exports', file, pieces(caller))
        },
      },
    }
  },
})

type AnyHandler = (input: never, caller: never, idempotency: null) => Promise<unknown>

const callsBy =
  (calls: () => Handlers): CallAs =>
  async (name: CallName, input: object, caller: Caller) => {
    const handle: AnyHandler | undefined = calls()[name]
    if (handle === undefined) throw new Error(`no handler for ${name}`)
    return handle(input as never, caller as never, null)
  }
