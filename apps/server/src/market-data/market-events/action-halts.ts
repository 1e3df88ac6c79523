import type { MarketAction } from '@candor/rules'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { withRetry } from '../../platform/database/transient-errors.ts'
import type { Audit } from '../../proofs/audit/audit.ts'
import type { MemoryPriceBoard } from '../price-board/memory-price-board.ts'
import { recordPutOff, recordRoll } from './actions.ts'
import { haltMarket } from './halts.ts'

interface ActionHaltsOptions {
  readonly db: Database
  readonly clock: Clock
  readonly quotes: { readonly board: MemoryPriceBoard }
  readonly audit: Audit
  readonly log: { warn(details: object, message: string): void }
}

/**
 * Halts of markets whose action was put off: positions of the old scale or contract must not meet prices of the new one, and nobody leaves
 * before a dividend. At once here, by the table everywhere; from then on only operators end a halt.
 */
export class ActionHalts {
  private readonly options: ActionHaltsOptions
  /** Markets halted here that the table does not have, by the action's id. */
  private readonly unwritten = new Map<string, string>()

  constructor(options: ActionHaltsOptions) {
    this.options = options
  }

  begin(action: MarketAction): void {
    const { quotes, log } = this.options
    const { id, code } = action
    quotes.board.halt(code, 'corporateAction')
    this.unwritten.set(id, code)
    withRetry(() => this.write(action)).then(
      () => this.unwritten.delete(id),
      (err: unknown) => log.warn({ err }, 'the market could not be halted in every process'),
    )
  }

  /** The action is carried out or cancelled: no operator can end a halt that the table does not have. */
  end(id: string): void {
    const code = this.unwritten.get(id)
    if (code === undefined) return
    this.unwritten.delete(id)
    this.options.quotes.board.halt(code, null)
  }

  private async write(action: MarketAction): Promise<void> {
    const { db, clock, audit } = this.options
    const { id, code, kind } = action
    const [reason, note] = ['corporateAction', `its ${kind} could not be carried out`] as const
    // Over while the database was away.
    if (!this.unwritten.has(id)) return
    await db.transaction(async (tx) => {
      if (action.kind === 'roll') await recordRoll(tx, clock, action)
      else await recordPutOff(tx, clock, id)
      const refused = await haltMarket(tx, clock, { code, reason, note, by: 'engine' })
      if (refused !== null) return
      const entry = { action: 'markets.halt', subject: `market:${code}`, reason: note, after: { reason } }
      await audit.write(tx, { actor: 'system', ...entry })
    })
  }
}
