/** Reason for which a document was not read. */
export type FetchFailureReason =
  /** The URL is malformed, or neither http nor https. */
  | 'url'
  /** The URL contains a user name or a password. */
  | 'credentials'
  | 'port'
  /** The host is, or resolves to, an address that is not public. */
  | 'address'
  /** The host has no address. */
  | 'dns'
  | 'unreachable'
  | 'timeout'
  /** The status is not 200. */
  | 'status'
  /** Too many redirects, or one from https to http. */
  | 'redirect'
  | 'tooLarge'
  /** The response is compressed, or its character encoding is unknown. */
  | 'encoding'

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
