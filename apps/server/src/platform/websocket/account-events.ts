import type { AccountMessage, AccountMode } from '@candor/contract'

/** Publishes changes to a customer's open tabs, on `/websocket/account`. It is no error without a listener. */
export interface AccountEvents {
  publish(userId: string, mode: AccountMode, type: AccountMessage['type'], data: unknown): void
  /** Ends the live connections of a session that was logged out or revoked. */
  endSession(sessionId: string): void
}
