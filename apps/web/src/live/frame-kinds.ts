import type { FrameKind } from './price-store.ts'

/** Classifies the frames of a connection by the number of markets in each. */
export interface FrameKinds {
  /** Notes a new connection: its first frame is a greeting. */
  readonly opened: () => void
  /** Kind of a frame with this number of entries. */
  readonly take: (entries: number) => FrameKind
}

/**
 * The server sends every market's last price on connecting, and again after a subscription has changed; any other frame names only
 * the markets that moved. Without this distinction, an old price would count as new.
 */
export function createFrameKinds(): FrameKinds {
  /** Number of markets in this connection's first frame; null before it came. */
  let marketsSent: number | null = null
  return {
    opened: () => {
      marketsSent = null
    },
    take: (entries) => {
      if (marketsSent !== null) return entries < marketsSent ? 'new' : 'all'
      marketsSent = entries
      return 'greeting'
    },
  }
}
