import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'

/** Path that a page's policy names for reports of what it refused. */
export const policyReportsPath = '/csp-reports'

/** Largest report that is read: a browser's are below 2 kB each. */
const mostReportBytes = 16 * 1024
const mostInOne = 20
const quietMs = 60_000

/** Directives of our own policies, and their finer names; a report that names another one is counted as `other`. */
const directives: ReadonlySet<string> = new Set([
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'img-src',
  'font-src',
  'connect-src',
  'manifest-src',
  'worker-src',
  'frame-src',
  'object-src',
  'media-src',
  'frame-ancestors',
  'base-uri',
  'form-action',
])

/**
 * Accepts browsers' reports of content that our pages' policy blocked. Only the directive is read and counted: addresses,
 * samples and other fields can identify a person, and anyone can forge a report. The log has each directive at most once a
 * minute.
 */
export function takePolicyReports(registry: Registry, log: Logger): (app: FastifyInstance) => void {
  const reports = new Counter({
    name: 'candor_csp_reports_total',
    help: 'Browsers’ reports of content that a page’s policy blocked',
    labelNames: ['directive'],
    registers: [registry],
  })
  const loggedAt = new Map<string, number>()
  const count = (directive: string) => {
    reports.inc({ directive })
    const now = performance.now()
    if (now - (loggedAt.get(directive) ?? Number.NEGATIVE_INFINITY) < quietMs) return
    loggedAt.set(directive, now)
    log.warn({ event: 'security', directive }, 'a page’s content security policy blocked something')
  }
  // A separate scope, so that no other route parses these types.
  return (app) =>
    void app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser(
        ['application/csp-report', 'application/reports+json'],
        { parseAs: 'string', bodyLimit: mostReportBytes },
        (_request, body, done) => done(null, directivesIn(String(body))),
      )
      scope.post<{ Body: readonly string[] | undefined }>(
        policyReportsPath,
        { bodyLimit: mostReportBytes },
        async ({ body }, reply) => {
          for (const directive of body ?? []) count(directive)
          return reply.code(204).header('cache-control', 'no-store').send()
        },
      )
    })
}

/** Directives that reports of either form name; empty where they are none. */
function directivesIn(text: string): string[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    // Anyone can send anything here; what is no report counts as nothing.
    return []
  }
  const reports = Array.isArray(parsed) ? parsed.slice(0, mostInOne) : [parsed]
  return reports.map(directiveOf).filter((directive) => directive !== null)
}

function directiveOf(report: unknown): string | null {
  const body = fieldOf(report, 'csp-report') ?? fieldOf(report, 'body')
  const named = fieldOf(body, 'effective-directive') ?? fieldOf(body, 'effectiveDirective')
  const directive = named ?? fieldOf(body, 'violated-directive')
  if (typeof directive !== 'string') return null
  const [name = ''] = directive.split(' ')
  return directives.has(name) ? name : 'other'
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
