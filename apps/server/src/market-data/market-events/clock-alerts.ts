import type { Alert } from '../../back-office/dashboard/work-queue.ts'
import { type ClockOffset, isOff, refusingOffsetMs } from '../price-board/clock-offsets.ts'

/** Alerts about feeds whose clock differs from the server's, with what that means for customers. */
export const clockAlerts = (offsets: readonly ClockOffset[]): readonly Alert[] =>
  offsets.filter(isOff).map(({ feed, ms }) => ({
    tone: ms >= refusingOffsetMs || ms < 0 ? 'bad' : 'warn',
    text: `The server’s clock is ${(Math.abs(ms) / 1_000).toFixed(1)} s ${meaningOf(feed, ms)}`,
    sinceMs: null,
  }))

function meaningOf(feed: string, ms: number): string {
  if (ms < 0) return `behind the source of ${feed} prices: old prices pass for fresh ones`
  const effect = ms >= refusingOffsetMs ? 'are refused' : 'wait'
  return `ahead of the source of ${feed} prices, or these come that late: calls at the market ${effect}`
}
