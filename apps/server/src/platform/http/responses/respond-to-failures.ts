import { randomUUID } from 'node:crypto'
import { refusals } from '@candor/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { BudgetStanding } from '../../limits/request-budget.ts'
import { homeOf, isPageVisit, sendNotFoundPage } from '../pages/not-found-page.ts'
import { Refusal, SignedOut, TooMany, Unreachable } from '../refusal.ts'
import { headerOf, languageOf } from '../request-headers.ts'
import type { Envelope } from './envelope.ts'
import { addRateLimit } from './rate-limit-headers.ts'

interface Failure {
  readonly status: number
  readonly code: number
  readonly details: unknown
  readonly retryAfterMs?: number
  readonly standing?: BudgetStanding | null
}

/** Time until the next in line responds after the engine ended. */
const takeOverMs = 3_000

/**
 * Turns every failure of a request into a response: never a stack trace, never the cause. A person who opens an unknown address
 * gets a page.
 */
export function respondToFailures(app: FastifyInstance, envelope: Envelope, log: Logger): void {
  app.setErrorHandler((error, request, reply) => {
    const failure = failureOf(error) ?? serverFault(error, request, log)
    return send(reply, request, envelope, failure)
  })
  app.setNotFoundHandler((request, reply) => {
    const home = isPageVisit(request) ? homeOf(app, request.url) : null
    if (home === null)
      return send(reply, request, envelope, { status: 404, code: refusals.notFound, details: null })
    request.refusedWith = refusals.notFound
    return sendNotFoundPage(request, reply, home)
  })
}

function send(reply: FastifyReply, request: FastifyRequest, envelope: Envelope, failure: Failure) {
  if (failure.retryAfterMs !== undefined) {
    reply.header('retry-after', String(Math.max(1, Math.ceil(failure.retryAfterMs / 1000))))
  }
  addRateLimit(reply, failure.standing ?? null)
  // A session that ended is no attack: a browser shows it once more and signs in.
  request.refusedWith = failure.code === 401 && failure.status === 200 ? null : failure.code
  const language = languageOf(headerOf(request.headers, 'lang'))
  return reply
    .code(failure.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(envelope.refusal(failure.code, failure.details, language))
}

/** Statuses of refusals other than 200. Programs with a service token are told by the status, too. */
const statusOf: ReadonlyMap<number, number> = new Map([
  [refusals.notFound, 404],
  [refusals.serviceTokenRefused, 401],
  [refusals.serviceTokenNotAllowed, 403],
])

/** Converts a failure that callers may cause; null for a fault of ours. */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof Refusal) {
    return { status: statusOf.get(error.code) ?? 200, code: error.code, details: error.details }
  }
  if (error instanceof SignedOut) {
    return { status: error.why === 'forged' ? 401 : 200, code: 401, details: null }
  }
  if (error instanceof TooMany) {
    const { retryAfterMs, standing } = error
    return {
      ...{ status: 429, code: refusals.tooManyRequests },
      ...{ details: { retryAfterMs }, retryAfterMs, standing },
    }
  }
  if (error instanceof Unreachable) {
    return {
      status: 503,
      code: refusals.unexpectedError,
      details: { reason: 'unreachable' },
      retryAfterMs: takeOverMs,
    }
  }
  return requestFault(error)
}

/** Converts a request that the web server itself could not read: no JSON, too large, a broken address. */
function requestFault(error: unknown): Failure | null {
  const { statusCode: status, code } = error as { statusCode?: number; code?: string }
  if (status === undefined || status < 400 || status >= 500) return null
  if (status === 404) return { status, code: refusals.notFound, details: null }
  const issues = [{ path: '', code: issueOf(status, code) }]
  return { status: status === 413 ? 413 : 200, code: refusals.invalidInput, details: { issues } }
}

function issueOf(status: number, code: string | undefined): string {
  if (status === 413) return 'too_large'
  if (status === 415) return 'json_wanted'
  return code === 'FST_ERR_CTP_EMPTY_JSON_BODY' ? 'required' : 'invalid_json'
}

/** Logs a fault of ours under a reference, which is all that its caller learns. */
export function serverFault(error: unknown, request: FastifyRequest, log: Logger): Failure {
  const reference = randomUUID()
  log.error(
    { reference, err: error, route: request.routeOptions.url, method: request.method },
    'server fault',
  )
  return { status: 500, code: refusals.unexpectedError, details: { reference } }
}
