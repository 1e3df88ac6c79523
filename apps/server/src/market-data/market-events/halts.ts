import type { HaltReason } from '@candor/contract'
import { marketByCode } from '@candor/rules'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import { newId } from '../../platform/new-id.ts'
import { hasDueAction } from './actions.ts'

/** A halt in force. */
export interface Halt {
  readonly id: string
  readonly code: string
  readonly reason: HaltReason
}

export interface HaltRequest {
  readonly code: string
  readonly reason: HaltReason
  /** For the record; customers do not see it. */
  readonly note: string | null
  /** The operator. */
  readonly by: string
}

export type HaltRefusal = 'unknown-market' | 'already-halted' | 'not-halted' | 'action-due'

/** Halts a market until `resumeMarket`; the running server follows within a second. Null when done. */
export async function haltMarket(
  reader: Reader,
  clock: Clock,
  request: HaltRequest,
): Promise<HaltRefusal | null> {
  if (marketByCode(request.code) === null) return 'unknown-market'
  const { numInsertedOrUpdatedRows } = await reader
    .insertInto('markets_halts')
    .values({
      id: newId(),
      code: request.code,
      reason: request.reason,
      note: request.note,
      halted_by: request.by,
      halted_at: BigInt(clock.now()),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n ? null : 'already-halted'
}

/**
 * Lets a halted market trade again. Null when done. While a split or a dividend of it is due and not over, the market stays halted,
 * also when an operator halted it. A roll is no obstacle: it is tried again at the first quote in hours.
 */
export async function resumeMarket(
  reader: Reader,
  clock: Clock,
  request: Pick<HaltRequest, 'code' | 'by'>,
): Promise<HaltRefusal | null> {
  if (await hasDueAction(reader, request.code, clock.now())) return 'action-due'
  const { numUpdatedRows } = await reader
    .updateTable('markets_halts')
    .set({ lifted_by: request.by, lifted_at: BigInt(clock.now()) })
    .where('code', '=', request.code)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? null : 'not-halted'
}

/** The newest hundred, in force or lifted. */
export const newestHalts = (db: Database) =>
  db.query.selectFrom('markets_halts').selectAll().orderBy('halted_at', 'desc').limit(100).execute()

/** Those in force, the longest first. */
export const haltsInForce = (db: Database) =>
  db.query
    .selectFrom('markets_halts')
    .select(['code', 'halted_at'])
    .where('lifted_at', 'is', null)
    .orderBy('halted_at')
    .execute()

/** Those in force at any time since, newest first; at most a hundred. */
export const haltsSince = (db: Database, since: number) =>
  db.query
    .selectFrom('markets_halts')
    .select(['code', 'reason', 'halted_at', 'lifted_at'])
    .where((eb) => eb.or([eb('lifted_at', 'is', null), eb('lifted_at', '>=', BigInt(since))]))
    .orderBy('halted_at', 'desc')
    .limit(100)
    .execute()

/** Halts of a market that began within a range, epoch ms; the newest hundred. */
export const haltsOf = (
  db: Database,
  code: string,
  { from, to }: { readonly from: number; readonly to: number },
) =>
  db.query
    .selectFrom('markets_halts')
    .select(['id', 'reason', 'halted_at'])
    .where('code', '=', code)
    .where('halted_at', '>=', BigInt(from))
    .where('halted_at', '<=', BigInt(to))
    .orderBy('halted_at', 'desc')
    .limit(100)
    .execute()

interface HaltsBoard {
  haltedFor(code: string): string | null
  halt(code: string, reason: HaltReason | null): void
}

export type HaltState = 'halted' | 'resumed'
type HaltFollower = (halt: Halt, state: HaltState) => void

/** Applies the table's halts to the board: at start before the first quote, then each second. */
export class MarketHalts {
  private readonly db: Database
  private readonly board: HaltsBoard
  private readonly onChange: HaltFollower
  private inForce: ReadonlyMap<string, Halt> = new Map()

  /** `onChange` is called once per change, after the board has it: the halt that began or ended. */
  constructor(db: Database, board: HaltsBoard, onChange: HaltFollower) {
    this.db = db
    this.board = board
    this.onChange = onChange
  }

  /** Takes over halts from before the start without notifying. */
  async start(): Promise<void> {
    await this.follow(() => undefined)
  }

  async refresh(): Promise<void> {
    await this.follow(this.onChange)
  }

  private async follow(onChange: HaltFollower): Promise<void> {
    const { db, board } = this
    const rows = await db.query
      .selectFrom('markets_halts')
      .select(['id', 'code', 'reason'])
      .where('lifted_at', 'is', null)
      .execute()
    const before = this.inForce
    this.inForce = new Map(rows.map((row) => [row.id, row]))
    for (const halt of before.values()) {
      if (this.inForce.has(halt.id)) continue
      board.halt(halt.code, null)
      onChange(halt, 'resumed')
    }
    for (const halt of this.inForce.values()) {
      if (before.has(halt.id)) continue
      board.halt(halt.code, halt.reason)
      onChange(halt, 'halted')
    }
  }
}
