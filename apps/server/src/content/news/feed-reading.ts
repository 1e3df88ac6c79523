import { createHash } from 'node:crypto'
import type { FeedFailureReason } from '@candor/contract'

/** Lengths of what is shown, in characters. */
export const mostTitle = 200
export const mostSummary = 400
/** Entries of a feed that are stored. */
export const mostEntries = 200

/** An entry of a feed as plain text. */
export interface FeedEntry {
  /** SHA-256 of the feed's own name for it, in hex. */
  readonly key: string
  readonly title: string
  readonly summary: string | null
  readonly url: string | null
  /** Epoch ms; null: the feed does not say. An event always has one. */
  readonly at: number | null
  readonly endsAt: number | null
  readonly allDay: boolean
}

export interface FeedReading {
  readonly entries: readonly FeedEntry[]
  /** Entries without a title, or events without a readable time. */
  readonly leftOut: number
}

/** Reads a feed step by step, so that other work has its turn in between. */
export type FeedSteps = Generator<void, FeedReading>

/** A feed that could not be read, for a reason that the operator is shown. */
export class FeedFailure extends Error {
  readonly reason: FeedFailureReason
  readonly detail: string | null

  constructor(reason: FeedFailureReason, detail: string | null = null) {
    super(`feed not read: ${reason}`)
    this.reason = reason
    this.detail = detail
  }
}

/** A name of any length and script becomes a key of one form. */
export const keyOf = (name: string): string => createHash('sha256').update(name).digest('hex')
