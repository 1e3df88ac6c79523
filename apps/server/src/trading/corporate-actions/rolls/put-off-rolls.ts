import type { Position } from '../../engine/position.ts'
import type { Roll } from './roll.ts'

/** Time that a roll may wait for a rate before operators see it, and between two notes of it. */
const overdueMs = 60_000

/** Rolls that were put off, until they are carried out or cancelled. A roll begins with a quote, so the calendar does not begin them. */
export class PutOffRolls {
  private readonly waiting = new Map<string, Roll>()
  private readonly over = new Set<string>()
  /** Start of a wait for a rate, or the last note of it, epoch ms. */
  private readonly since = new Map<string, number>()

  /** A calendar that was read before the roll was over does not bring it back. */
  add(roll: Roll): void {
    if (!this.over.has(keyOf(roll))) this.waiting.set(keyOf(roll), roll)
  }

  /** Returns the id under which a market's roll of a moment is on the calendar; null when it is not. */
  idOf(roll: Omit<Roll, 'id'>): string | null {
    return this.waiting.get(keyOf(roll))?.id ?? null
  }

  end(roll: Roll): void {
    this.over.add(keyOf(roll))
    this.waiting.delete(keyOf(roll))
    this.since.delete(keyOf(roll))
  }

  /** Records that a roll still lacks a rate; true once a minute of waiting. */
  isOverdue(roll: Roll, now: number): boolean {
    const since = this.since.get(keyOf(roll))
    if (since !== undefined && now - since < overdueMs) return false
    this.since.set(keyOf(roll), now)
    return since !== undefined
  }

  /** Checks whether one of them moves an order: its levels are prices of the contract before. */
  willMove({ market, createdAt }: Position): boolean {
    // Every edit asks; usually nothing is put off.
    if (this.waiting.size === 0) return false
    return [...this.waiting.values()].some(({ code, at }) => code === market.code && createdAt < at)
  }
}

const keyOf = ({ code, at }: Omit<Roll, 'id'>): string => `${code} ${at}`
