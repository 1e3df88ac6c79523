import type { FastifyInstance, FastifyRequest } from 'fastify'
import { currentTracing, type OpenSpan } from './tracing.ts'

/** Times every request by its route. A trace always begins here: headers of a client cannot continue one, or force one to be recorded. */
export function traceRequests(app: FastifyInstance): void {
  const tracing = currentTracing()
  if (tracing === null) return
  const spans = new WeakMap<FastifyRequest, OpenSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const attributes = { 'http.request.method': request.method, 'http.route': route }
    const span = tracing.start(`${request.method} ${route}`, { kind: 'server', root: true, attributes })
    spans.set(request, span)
    span.within(done)
  })
  // A body arrives in events of the connection, which belong to no request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span === undefined) done()
    else span.within(done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const status = reply.statusCode
    spans.get(request)?.end({
      'http.response.status_code': status,
      ...(status >= 500 ? { 'error.type': String(status) } : {}),
    })
    done()
  })
}
