import type { AccountMode, Language } from '@candor/contract'

/** The caller, made from the headers in one place, and all a use case ever sees of a request. */
export interface Caller {
  readonly userId: string
  readonly sessionId: string
  /** The account the request is about, from the `virtually` header. */
  readonly mode: AccountMode
  readonly language: Language
  /** For limiting what costs others, never for anything else. */
  readonly address: string
}

export interface Visitor {
  readonly userId: null
  readonly mode: AccountMode
  readonly language: Language
  /** For slowing down guesses, never for anything else. */
  readonly address: string
  readonly device: string
  /** A random mark that this browser stores, to distinguish it from others of its kind; null where it sends none. */
  readonly deviceMark: string | null
}
