import { dayMs, hourMs, minuteMs, secondMs } from '@candor/rules/time-units.ts'

/** Waits after the first, second … failed attempt: three days together, and up to a fifth longer. */
const waitsMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
]

/** An endpoint that took nothing for this long is stopped. */
export const stoppedAfterMs = 3 * dayMs

/** Attempts until a message is given up. */
export const mostAttempts = waitsMs.length + 1

/**
 * Returns the wait after this many failed attempts; null: the message is given up. Its id spreads the messages of one outage over the last fifth,
 * so that a receiver that comes back does not get all of them in one second.
 */
export function waitAfter(attempts: number, messageId: string): number | null {
  const wait = waitsMs[attempts - 1]
  return wait === undefined ? null : Math.round(wait * (1 + 0.2 * shareOf(messageId)))
}

/** A fraction below 1 that is always the same for an id: of its last digits, which are random in a UUID. */
const shareOf = (id: string): number => Number.parseInt(id.slice(-6), 16) / 0x1000000
