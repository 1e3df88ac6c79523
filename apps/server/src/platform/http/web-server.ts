import { refusals } from '@candor/refusals'
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from 'fastify'
import type { Logger } from 'pino'
import { networkOf } from '../limits/network-of.ts'
import type { RequestBudget } from '../limits/request-budget.ts'
import { spend } from '../limits/spend.ts'
import { traceRequests } from '../tracing/trace-requests.ts'
import { compressResponses } from './responses/compress-responses.ts'
import type { Envelope } from './responses/envelope.ts'
import { respondToFailures } from './responses/respond-to-failures.ts'
import { addSecurityHeaders, type PagePolicies, securityHeaders } from './security/security-headers.ts'
import { logSecurity } from './security/security-log.ts'

export interface WebServerOptions extends PagePolicies {
  readonly envelope: Envelope
  readonly log: Logger
  /** Requests that one network may make without being signed in; null counts none. */
  readonly addressBudget: RequestBudget | null
  /** Proxies that can state the client's address: false for none, otherwise addresses as Fastify accepts them. */
  readonly trustProxy: boolean | string
  readonly observe: ((route: string, status: number, ms: number) => void) | null
}

/** Above the longest body of any call that declares no limit of its own. */
export const usualBodyBytes = 64 * 1024
const longestRequestMs = 90_000

/** Creates the HTTP server with its limits and failure responses; the modules add the routes. */
export function createWebServer(options: WebServerOptions): FastifyInstance {
  const headersOf = securityHeaders(options)
  const app = fastify({
    bodyLimit: usualBodyBytes,
    requestTimeout: longestRequestMs,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    trustProxy: options.trustProxy,
    forceCloseConnections: true,
    return503OnClosing: true,
    http: { maxHeaderSize: 16 * 1024 },
    // An address that is none runs no hook.
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      const badAddress = { issues: [{ path: '', code: error.code }] }
      reply.headers(headersOf(request.url))
      reply.code(404).header('content-type', 'application/json; charset=utf-8')
      reply.send(options.envelope.refusal(refusals.notFound, badAddress, 'en'))
    },
  })
  traceRequests(app)
  refuseUnreadPaths(app)
  readJsonLeniently(app)
  addSecurityHeaders(app, headersOf)
  sayUntrustedProxy(app, options.log)
  limitAddresses(app, options.addressBudget)
  logSecurity(app, options.log)
  observeResponses(app, options.observe)
  compressResponses(app)
  respondToFailures(app, options.envelope, options.log)
  return app
}

/** Allows a POST without fields to have no body, whatever its content type. */
function readJsonLeniently(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, {})
    else parseJson(request, body as string, done)
  })
}

/** Logs once that an untrusted proxy is in front, so that all its clients count as one address. */
function sayUntrustedProxy(app: FastifyInstance, log: Logger): void {
  let isLogged = false
  app.addHook('onRequest', (request, _reply, done) => {
    const forwarded = request.headers['x-forwarded-for'] ?? request.headers['x-forwarded-proto']
    const trusted = (request.ips?.length ?? 1) > 1
    if (!isLogged && forwarded !== undefined && !trusted) {
      isLogged = true
      const from = request.socket.remoteAddress
      log.warn(
        { from },
        `requests from ${from} carry forwarding headers, which are ignored: everyone behind it counts as one visitor. If this is your proxy, start with --trust-proxy ${from}`,
      )
    }
    done()
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route has its own budget for signed-in callers: an office's shared address is no attacker. */
    readonly countsCallers?: true
    /** Its parameters are parsed before anything else sees them: by the schema of a declared call, or in a fixed list of files. */
    readonly readsPath?: true
  }
}

/** Fails the start for a route that does not declare who parses its parameter: such a parameter could reach the database unparsed. */
export function refuseUnreadPaths(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, config }) => {
    if (url.includes(':') && config?.readsPath !== true)
      throw new Error(`no code declares that it parses the parameter of ${url}`)
  })
}

function limitAddresses(app: FastifyInstance, budget: RequestBudget | null): void {
  if (budget === null) return
  app.addHook('onRequest', async ({ ip, routeOptions }) => {
    if (routeOptions.config?.countsCallers !== true) await spend(budget, networkOf(ip))
  })
}

function observeResponses(app: FastifyInstance, observe: WebServerOptions['observe']): void {
  if (observe === null) return
  app.addHook('onResponse', (request, reply, done) => {
    observe(request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime)
    done()
  })
}
