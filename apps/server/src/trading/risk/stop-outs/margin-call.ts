import type { Notice } from '@candor/contract'
import { divide, writeScaled, writeUsdt } from '@candor/money'
import { accountLevel } from '@candor/rules'
import type { Account } from '../../engine/position.ts'

/** Builds the notice for a customer whose equity comes down to the level of their margin call (rulebook, Contracts). */
export const marginCallNotice = (
  { usedMarginMinor, closeOutSum, mode }: Account,
  equityMinor: bigint,
  id: string,
  now: number,
): Notice => ({
  id,
  kind: 'marginCall',
  mode,
  code: null,
  orderId: null,
  at: new Date(now).toISOString(),
  read: false,
  facts: {
    equity: writeUsdt(equityMinor),
    marginUsed: writeUsdt(usedMarginMinor),
    marginLevel: writeScaled(divide(equityMinor * 10n ** 4n, usedMarginMinor, 'down'), 4),
    closeOut: accountLevel(closeOutSum, usedMarginMinor),
  },
})
