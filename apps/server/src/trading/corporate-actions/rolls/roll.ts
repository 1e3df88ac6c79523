import type { MarketAction } from '@candor/rules'

/** A market whose contract ends: its orders go on in the next one. */
export type Roll = Extract<MarketAction, { kind: 'roll' }>
