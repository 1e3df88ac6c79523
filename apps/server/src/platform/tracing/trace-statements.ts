import type pg from 'pg'
import { statementName } from './statement-name.ts'
import { currentTracing, errorTypeOf, type OpenSpan, type Tracing } from './tracing.ts'

type Callback = (error: Error | null, result: unknown) => void
type Query = (...given: readonly unknown[]) => Promise<unknown> | undefined

/** Times every statement of a pool's connections, from its place in the connection's queue to its result. */
export function traceStatements(pools: readonly pg.Pool[]): void {
  const tracing = currentTracing()
  if (tracing === null) return
  for (const pool of pools)
    pool.on('connect', (client) => {
      const { query } = client
      Object.assign(client, {
        query: tracedQuery(tracing, (...given) => Reflect.apply(query, client, given)),
      })
    })
}

/** Wraps a connection's `query`, which reports its result by a promise or to a callback. */
export function tracedQuery(tracing: Tracing, query: Query): Query {
  return (...given) => {
    const name = statementName(given[0])
    // Copies and cursors are sent piece by piece and have no single result.
    if (name === null) return query(...given)
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name } as const
    const span = tracing.start(name, { kind: 'client', attributes })
    const callback = given.at(-1)
    if (typeof callback === 'function')
      return query(...given.slice(0, -1), reportingTo(span, callback as Callback))
    const sent = query(...given)
    sent?.then(
      () => span.end(),
      (error: unknown) => endFailed(span, error),
    )
    return sent
  }
}

const reportingTo =
  (span: OpenSpan, callback: Callback): Callback =>
  (error, result) => {
    if (error) endFailed(span, error)
    else span.end()
    callback(error, result)
  }

const endFailed = (span: OpenSpan, error: unknown): void => span.end({ 'error.type': errorTypeOf(error) })
