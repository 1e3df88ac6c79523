import type { AccountMessage, AccountMode, ArtworkMessage } from '@candor/contract'
import type { AccountRef } from '../../ledger/ledger.ts'
import type { PriceItem } from '../../market-data/price-board/price-items.ts'

/** Offices that decide for all processes of an installation: one process leads each, others stand by. */
export type OfficeName = 'feeds' | 'engine'

/** Messages that a process may send to all others. */
export interface Messages {
  /** The feeds' quotes, in their order. */
  readonly prices: readonly PriceItem[]
  /** By market code, the recorded time of what is being replayed. */
  readonly recorded: Readonly<Record<string, number>>
  /** Event for a customer's open tabs. */
  readonly account: {
    readonly userId: string
    readonly mode: AccountMode
    readonly type: AccountMessage['type']
    readonly data: unknown
  }
  /** A change of an artwork, for every viewer. */
  readonly artwork: ArtworkMessage
  readonly sessionEnded: { readonly sessionId: string }
  /** Customers' accounts that a commit changed. */
  readonly posted: readonly AccountRef[]
  /** Sent when a process begins to lead, each second after, and at an orderly end. */
  readonly leads: {
    readonly office: OfficeName
    /** The greater, the later it began. */
    readonly fence: string
    readonly process: string
    readonly until: 'now' | 'ended'
  }
  /** Sent by a process that has just started. */
  readonly whoLeads: null
}

export type Topic = keyof Messages

/** Topics in which an older message would replace newer data. Messages of other topics can arrive at any time and any number of times. */
export const keepsOrder: Readonly<Record<Topic, boolean>> = {
  prices: true,
  recorded: true,
  account: true,
  artwork: true,
  sessionEnded: false,
  posted: false,
  leads: false,
  whoLeads: false,
}
