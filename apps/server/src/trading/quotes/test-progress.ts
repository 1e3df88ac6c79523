import { fixture, newBoard, open } from '../../testing/contracts-fixture.ts'
import type { MarketActionsPort } from '../engine/runtime-options.ts'

/** Resolves when the engine has taken every quote that was missed, and all it decided is in the database. */
export async function settled(): Promise<void> {
  await fixture.runtime.engine.caughtUp()
  await fixture.runtime.queue.settled()
}

/** Reads the progress and best prices that are in the database; the returned function puts them back, as a kill now would leave them. */
export async function progressNow(): Promise<() => Promise<void>> {
  const { rows: taken } = await fixture.db.pool.query('SELECT at, seqs FROM orders_quotes_taken')
  const { rows: peaks } = await fixture.db.pool.query('SELECT to_json(p) AS peak FROM orders_trail_peaks p')
  return async () => {
    await fixture.db.pool.query('UPDATE orders_quotes_taken SET at = $1, seqs = $2', [
      taken[0].at,
      taken[0].seqs,
    ])
    await fixture.db.pool.query('DELETE FROM orders_trail_peaks')
    await fixture.db.pool.query(
      'INSERT INTO orders_trail_peaks SELECT (json_populate_record(NULL::orders_trail_peaks, p)).* FROM unnest($1::json[]) p',
      [peaks.map(({ peak }) => JSON.stringify(peak))],
    )
  }
}

/** Opens another engine after a kill: orders are as they were last, progress and best prices as `asAfterKill` puts them back. */
export async function takeOverAfterKill(asAfterKill: () => Promise<void>): Promise<void> {
  await fixture.runtime.close()
  await asAfterKill()
  fixture.runtime = await open()
  await settled()
}

let boards = 0

/** The server stops and starts again `downMs` later, on a board without quotes; `before` is called with that board, before the engine begins. */
export async function restartSilent({
  downMs = 0,
  before,
  actions,
}: {
  readonly downMs?: number
  readonly before?: () => unknown
  readonly actions?: MarketActionsPort
} = {}): Promise<void> {
  await fixture.runtime.close()
  await fixture.keeper.flush()
  fixture.clock.advance(downMs)
  newBoard(++boards * 1_000_000)
  await fixture.db.query
    .insertInto('markets_runs')
    .values({ first_seq: BigInt(fixture.firstSeq), started_at: new Date(fixture.clock.now()) })
    .execute()
  await before?.()
  fixture.runtime = await open(actions && { actions })
}

/** Market events of which nothing is known yet; after `cut` the server ends the connection that reads their splits next. */
export function eventsBehindCutConnection(): {
  readonly actions: MarketActionsPort
  readonly cut: () => void
} {
  let isNext = false
  const actions: MarketActionsPort = {
    due: async () => [],
    rolled: async () => new Map(),
    splits: async () => {
      const isCut = isNext
      isNext = false
      if (isCut) await fixture.db.pool.query('SELECT pg_terminate_backend(pg_backend_pid())')
      return new Map()
    },
    dividends: async () => new Map(),
    cancelled: async () => false,
    onDone: () => undefined,
    onPutOff: () => undefined,
    onAwaitingRate: () => undefined,
  }
  const cut = () => {
    isNext = true
  }
  return { actions, cut }
}
