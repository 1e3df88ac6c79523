import type { AccountMessage, AccountMode } from '@candor/contract'

/** Tells a customer's open tabs what changed, on `/websocket/account`. Nobody listening is no error. */
export interface AccountEvents {
  publish(userId: string, mode: AccountMode, type: AccountMessage['type'], data: unknown): void
  /** Ends the live connections of a session that was logged out or revoked. */
  endSession(sessionId: string): void
}
