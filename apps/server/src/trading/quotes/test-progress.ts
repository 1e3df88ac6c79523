import { fixture, open } from '../../testing/contracts-fixture.ts'

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
