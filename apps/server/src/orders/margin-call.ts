import { divide, writeScaled } from '@candor/money'
import { writeUsdt } from './order-entity.ts'
import type { Account } from './position.ts'

/** What a customer is told when their equity comes down to their used margin (rulebook, Contracts). */
export const marginCallNotice = ({ usedMarginMinor }: Account, equityMinor: bigint, now: number) => ({
  kind: 'marginCall',
  equity: writeUsdt(equityMinor),
  marginUsed: writeUsdt(usedMarginMinor),
  marginLevel: writeScaled(divide(equityMinor * 10n ** 4n, usedMarginMinor, 'down'), 4),
  at: new Date(now).toISOString(),
})
