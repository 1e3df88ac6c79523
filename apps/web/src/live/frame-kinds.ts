import type { FrameKind } from './price-store.ts'

/** What the frames of a connection are, told from how many markets each of them names. */
export interface FrameKinds {
  /** A connection was made: its first frame is a greeting. */
  readonly opened: () => void
  /** What a frame with so many entries is. */
  readonly take: (entries: number) => FrameKind
}

/**
 * The server tells every market's last price on connecting, and again after a subscription has changed; any other frame
 * names only what moved. Who does not tell these apart calls an old price new.
 */
export function createFrameKinds(): FrameKinds {
  /** How many markets this connection's first frame told of; null before it came. */
  let marketsTold: number | null = null
  return {
    opened: () => {
      marketsTold = null
    },
    take: (entries) => {
      if (marketsTold !== null) return entries < marketsTold ? 'new' : 'all'
      marketsTold = entries
      return 'greeting'
    },
  }
}
