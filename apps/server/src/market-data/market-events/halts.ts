import type { HaltReason } from '@candor/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import { newId } from '../../platform/new-id.ts'
import { findListed } from '../instruments/instruments-store.ts'
import { marketsWithDueAction } from './actions.ts'

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
  { code, ...request }: HaltRequest,
): Promise<HaltRefusal | null> {
  if ((await findListed(reader, code, clock.now())) === null) return 'unknown-market'
  const halted = await haltMarkets(reader, clock, { codes: [code], ...request })
  return halted.length === 1 ? null : 'already-halted'
}

/** Halts those of several markets that are not halted yet, in one statement; returns their codes. */
export async function haltMarkets(
  reader: Reader,
  clock: Clock,
  { codes, reason, note, by }: Omit<HaltRequest, 'code'> & { readonly codes: readonly string[] },
): Promise<readonly string[]> {
  // One moment: markets that were halted together are resumed together.
  const haltedAt = BigInt(clock.now())
  const halts = [...new Set(codes)].map((code) => ({
    ...{ id: newId(), code, reason, note },
    ...{ halted_by: by, halted_at: haltedAt },
  }))
  const rows = await reader
    .insertInto('markets_halts')
    .values(halts)
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .execute()
  return rows.map(({ code }) => code)
}

/** Lets a halted market trade again. Null when done. */
export async function resumeMarket(
  reader: Reader,
  clock: Clock,
  { code, by }: Pick<HaltRequest, 'code' | 'by'>,
): Promise<HaltRefusal | null> {
  const { resumed, due } = await resumeMarkets(reader, clock, { codes: [code], by })
  if (due.length > 0) return 'action-due'
  return resumed.length === 1 ? null : 'not-halted'
}

/**
 * Lets several halted markets trade again, and returns the codes of those that do. While a split or a dividend of a market is due and not
 * over, it stays halted, also when an operator halted it. A roll is no obstacle: it is tried again at the first quote in hours.
 */
export async function resumeMarkets(
  reader: Reader,
  clock: Clock,
  { codes, by }: { readonly codes: readonly string[]; readonly by: string },
): Promise<{ readonly resumed: readonly string[]; readonly due: readonly string[] }> {
  const due = await marketsWithDueAction(reader, codes, clock.now())
  const resumable = codes.filter((code) => !due.has(code))
  if (resumable.length === 0) return { resumed: [], due: [...due] }
  const rows = await reader
    .updateTable('markets_halts')
    .set({ lifted_by: by, lifted_at: BigInt(clock.now()) })
    .where('code', 'in', resumable)
    .where('lifted_at', 'is', null)
    .returning('code')
    .execute()
  return { resumed: rows.map(({ code }) => code), due: [...due] }
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
