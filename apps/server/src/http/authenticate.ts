/** A live session behind a token. */
export interface SignedInAs {
  readonly userId: string
  readonly sessionId: string
}

/** Who holds a token; `ended` for a session that is over, `forged` for a text that never was a token of ours. */
export type Authenticate = (
  token: string,
) => SignedInAs | 'ended' | 'forged' | Promise<SignedInAs | 'ended' | 'forged'>
