import { expect } from 'vitest'
import type { Quotes } from '../market-data/feeds/open-feeds.ts'
import { actionNoticeMs, requestAction } from '../market-data/market-events/actions.ts'
import { followMarketEvents } from '../market-data/market-events/follow-market-events.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { createAudit } from '../proofs/audit/audit.ts'
import type { TradingRuntime } from '../trading/engine/trading-runtime.ts'

interface EventsFixture {
  readonly db: Database
  readonly clock: Clock
}

/** Follows splits, dividends and halts for a board, as each process does; warnings and errors are added to `warnings`. */
export function followEventsOf(
  { db, clock }: EventsFixture,
  board: () => Quotes['board'],
  warnings: string[] = [],
) {
  const quotes = {
    get board() {
      return board()
    },
    rebase: (...split: Parameters<Quotes['rebase']>) => board().rebase(...split),
  }
  const keep = (_details: unknown, message: string) => void warnings.push(message)
  const log = { warn: keep, error: keep }
  return followMarketEvents({ db, clock, quotes, log, audit: createAudit(clock) })
}

/** Carries out every action that was requested and is due by the clock. */
export async function passActions({ runtime }: { readonly runtime: TradingRuntime }): Promise<void> {
  await runtime.readActions()
  await runtime.engine.actions.still()
  runtime.engine.passTime()
  await runtime.engine.actions.still()
  await runtime.queue.settled()
}

/** Requests an action that is due now as if it had been requested long enough before its moment. */
export const requestInTime: typeof requestAction = (reader, clock, request) =>
  requestAction(reader, { now: () => clock.now() - 2 * actionNoticeMs }, request)

/** Splits a market at once, by a ratio such as 4:1. */
export async function splitNow(
  fixture: EventsFixture & { readonly runtime: TradingRuntime },
  code: string,
  value: string,
): Promise<void> {
  const action = { code, kind: 'split', value, at: fixture.clock.now(), by: 'olga' } as const
  expect(await requestInTime(fixture.db.query, fixture.clock, action)).toBeNull()
  await passActions(fixture)
}
