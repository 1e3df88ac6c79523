import type { OutboundFailure } from '@candor/contract'

/** Reason for which a document was not read. `encoding`: the response is compressed, or its character encoding is unknown. */
export type FetchFailureReason = OutboundFailure | 'tooLarge' | 'encoding'

/** A document that was not read, for a reason the person who set its URL should see. */
export class FetchFailure extends Error {
  readonly reason: FetchFailureReason
  /** Subject of the reason: a status, a host, the words of a network error. */
  readonly detail: string | null

  constructor(reason: FetchFailureReason, detail: string | null = null) {
    super(detail === null ? `not fetched: ${reason}` : `not fetched: ${reason} (${detail})`)
    this.reason = reason
    this.detail = detail
  }
}
