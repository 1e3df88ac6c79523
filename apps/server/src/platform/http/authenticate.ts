import type { ApiScope } from '@candor/contract'
import type { BudgetStanding } from '../limits/request-budget.ts'

/** A live session behind a token. */
export interface SignedInAs {
  readonly userId: string
  readonly sessionId: string
  /** By the operator: calls that are `shut` meanwhile refuse with `accountFrozen`. */
  readonly frozen: boolean
  /** Country of residence, as far as they stated or proved it; null: not known. */
  readonly country: string | null
}

/** A live API key behind a header; `sessionId` is the key's own id. */
export interface KeyHolder extends SignedInAs {
  readonly scope: ApiScope
  /** The key's budget of requests after this one. */
  readonly standing: BudgetStanding | null
}

/** Finds the holder of an API key used from this address; results as for tokens. */
export type AuthenticateKey = (key: string, address: string) => Promise<KeyHolder | 'ended' | 'forged'>

/** Finds the holder of a token; `ended` for a session that is over, `forged` for a text that this installation never issued. */
export type Authenticate = (
  token: string,
) => SignedInAs | 'ended' | 'forged' | Promise<SignedInAs | 'ended' | 'forged'>
