import type { Logger } from 'pino'

/** Attributes a span can have. Anything else about a request, a customer or a row stays in the server. */
export interface SpanAttributes {
  readonly 'http.request.method'?: string
  /** The route's pattern, never the address that was requested. */
  readonly 'http.route'?: string
  readonly 'http.response.status_code'?: number
  readonly 'db.system.name'?: 'postgresql'
  /** Operation and table of a statement, never its text. */
  readonly 'db.query.summary'?: string
  /** SQLSTATE or status of what failed. */
  readonly 'error.type'?: string
  readonly 'candor.commit.effects'?: number
  readonly 'candor.commit.quotes'?: number
}

export interface SpanStart {
  readonly kind: 'server' | 'client' | 'internal'
  /** True starts a trace of its own, whatever work it was started from. */
  readonly root?: boolean
  readonly attributes: SpanAttributes
}

/** A piece of work that is being timed. */
export interface OpenSpan {
  /** Runs work whose spans are children of this one. */
  within<T>(work: () => T): T
  /** Ends it; with an `error.type` it has failed. */
  end(attributes?: SpanAttributes): void
}

export interface Tracing {
  start(name: string, span: SpanStart): OpenSpan
  /** Sends what is left, for a limited time. */
  stop(): Promise<void>
}

export interface TracingOptions {
  /** Base address of an OTLP receiver over HTTP, without `/v1/traces`. */
  readonly to: string
  readonly version: string
  readonly roles: readonly string[]
  readonly log: Logger
}

let tracing: Tracing | null = null

/** Returns the tracing of this process; null while it is off. */
export const currentTracing = (): Tracing | null => tracing

/** Turns tracing on or off for the whole process. */
export function useTracing(opened: Tracing | null): void {
  tracing = opened
}

/** Runs work that many callers share as a trace of its own. */
export async function inOwnTrace<T>(
  name: string,
  attributes: SpanAttributes,
  work: () => Promise<T>,
): Promise<T> {
  if (tracing === null) return work()
  const span = tracing.start(name, { kind: 'internal', root: true, attributes })
  try {
    const result = await span.within(work)
    span.end()
    return result
  } catch (error) {
    span.end({ 'error.type': errorTypeOf(error) })
    throw error
  }
}

/** Names a failure without its message, which can quote a row. */
export function errorTypeOf(error: unknown): string {
  const code = error instanceof Error ? (error as { readonly code?: unknown }).code : undefined
  return typeof code === 'string' && /^[A-Z0-9_]{2,30}$/.test(code) ? code : 'error'
}
