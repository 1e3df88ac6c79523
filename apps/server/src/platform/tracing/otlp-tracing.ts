import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base'
import type { Logger } from 'pino'
import { newId } from '../new-id.ts'
import type { OpenSpan, SpanAttributes, SpanStart, Tracing, TracingOptions } from './tracing.ts'

/** Time that a stopping server gives the collector. */
const stopsWithinMs = 1_500
const reportEveryMs = 60_000

/** A compiler error where an attribute is missing from the list, or in it without being declared. */
const allowed: Readonly<Record<keyof SpanAttributes, true>> = {
  'http.request.method': true,
  'http.route': true,
  'http.response.status_code': true,
  'db.system.name': true,
  'db.query.summary': true,
  'error.type': true,
  'candor.commit.effects': true,
  'candor.commit.quotes': true,
}

/** Leaves out whatever is not listed, even where a caller's types did not forbid it. */
export const allowedOf = (attributes: SpanAttributes): SpanAttributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => Object.hasOwn(allowed, name)))

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

/**
 * Sends spans in batches to an OTLP receiver over HTTP as JSON. The queue is bounded: while the receiver is away or slow, spans are
 * dropped and nothing waits. OpenTelemetry's own variables set sampling, headers and the sizes of queue and batch.
 */
export function openOtlpTracing({ to, version, roles, log }: TracingOptions): Tracing {
  const url = `${to.replace(/\/$/, '')}/v1/traces`
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'candor',
      'service.version': version,
      'service.instance.id': newId(),
      'candor.roles': [...roles],
    }),
    spanProcessors: [new BatchSpanProcessor(reporting(new OTLPTraceExporter({ url }), log))],
  })
  const tracer = provider.getTracer('candor', version)
  const current = new AsyncLocalStorage<Span>()
  return {
    start: (name, span) => openSpan({ tracer, current }, name, span),
    stop: async () => {
      const stopped = provider.shutdown().catch(() => undefined)
      await Promise.race([stopped, sleep(stopsWithinMs, undefined, { ref: false })])
    },
  }
}

interface Spans {
  readonly tracer: Tracer
  readonly current: AsyncLocalStorage<Span>
}

function openSpan({ tracer, current }: Spans, name: string, { kind, root, attributes }: SpanStart): OpenSpan {
  const parent = root === true ? undefined : current.getStore()
  const context = parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent)
  const span = tracer.startSpan(
    name,
    { kind: kinds[kind], attributes: { ...allowedOf(attributes) } },
    context,
  )
  return {
    within: (work) => current.run(span, work),
    end: (more = {}) => {
      span.setAttributes({ ...allowedOf(more) })
      if (more['error.type'] !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

/** Logs that spans cannot be sent, at most once a minute; without the address, which can hold a password. */
function reporting(exporter: SpanExporter, log: Logger): SpanExporter {
  let reportedAt = Number.NEGATIVE_INFINITY
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const now = performance.now()
        if (result.code !== 0 && now - reportedAt > reportEveryMs) {
          reportedAt = now
          log.warn({ spans: spans.length }, 'traces could not be sent: the collector is away or refused them')
        }
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}
