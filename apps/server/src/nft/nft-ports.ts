import type { FundingNetwork } from '@candor/rules'
import type { DrawingPool } from '../platform/files/drawing/drawing-pool.ts'
import type { ArtworkViewers } from './artwork-viewers.ts'

/** Buyers, the addresses that tokens are sent to, and the pages and pictures of artworks. */
export interface NftPorts {
  /** Frozen: signed in before the freeze; may not buy (`accountFrozen`). */
  readonly customerOf: (userId: string) => Promise<{ readonly frozen: boolean }>
  /** Returns the canonical form of an address that this installation pays to; null: none. */
  readonly readAddress: (network: FundingNetwork, text: string) => string | null
  readonly viewers: ArtworkViewers
  readonly drawing: Pick<DrawingPool, 'draw'>
}
