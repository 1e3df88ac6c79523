import { refusals } from '@candor/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { failureOf, serverFault } from '../../platform/http/responses/respond-to-failures.ts'
import { UdfError } from './udf-error.ts'

/** Sets the headers of every response here: any page may read it, since no credentials are needed for it. */
export const addHeaders = (reply: FastifyReply, cacheControl: string): FastifyReply =>
  reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', cacheControl)
    .header('access-control-allow-origin', '*')

interface Fault {
  readonly status: number
  readonly errmsg: string
  readonly retryAfterMs?: number | undefined
}

/** Sends every failure in the protocol’s form of an error, with its HTTP status. */
export function sendFailures(scope: FastifyInstance, log: Logger): void {
  scope.get('/*', (request, reply) => send(request, reply, unknownPath))
  scope.setErrorHandler((error, request, reply) => send(request, reply, faultOf(error, request, log)))
}

const unknownPath: Fault = { status: 404, errmsg: 'unknown_path' }

function faultOf(error: unknown, request: FastifyRequest, log: Logger): Fault {
  if (error instanceof UdfError) return { status: error.status, errmsg: error.message }
  const { status: plain, retryAfterMs } = failureOf(error) ?? serverFault(error, request, log)
  // Of the calls, a refused field is a success of HTTP.
  const status = plain === 200 ? 400 : plain
  return { status, errmsg: errorNames[status] ?? 'bad_request', retryAfterMs }
}

const errorNames: Readonly<Record<number, string>> = {
  429: 'too_many_requests',
  500: 'server_fault',
  503: 'try_again',
}
const codesOf: Readonly<Record<number, number>> = {
  404: refusals.notFound,
  429: refusals.tooManyRequests,
  500: refusals.unexpectedError,
  503: refusals.unexpectedError,
}

function send(request: FastifyRequest, reply: FastifyReply, { status, errmsg, retryAfterMs }: Fault) {
  request.refusedWith = codesOf[status] ?? refusals.invalidInput
  if (retryAfterMs !== undefined)
    reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterMs / 1000))))
  return addHeaders(reply, 'no-store').code(status).send({ s: 'error', errmsg })
}
