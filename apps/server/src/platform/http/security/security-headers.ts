import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { policyReportsPath } from './policy-reports.ts'

/**
 * Builds the policy for our pages: only files of this server, and no inline script except those of our own index.html, named by their
 * hashes. Styles are ours or set by our scripts.
 */
export function contentSecurityPolicy(indexHtml: string): string {
  const hashes = inlineScripts(indexHtml).map((script) => `'sha256-${sha256(script)}'`)
  return [
    `default-src 'none'`,
    `script-src ${["'self'", ...hashes].join(' ')}`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    // Browsers of both generations: the newer ones read the header below.
    `report-uri ${policyReportsPath}`,
    'report-to csp',
  ].join('; ')
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')

function inlineScripts(html: string): string[] {
  const found = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi)
  return [...found].map((match) => match[1] ?? '').filter((script) => script !== '')
}

/** Responses of calls are read by scripts only and belong to one person: few headers, and no caching. */
const callHeaders = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** Makes a browser that visited over https use only https for a year, for hosts below this one too. */
const onlyHttps = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

export interface PagePolicies {
  readonly policy: string
  /** The console is a separate page with its own scripts. */
  readonly consolePolicy: string
  /** True when people reach this installation over https. */
  readonly https: boolean
}

/** Returns the headers of every response at an address. */
export function securityHeaders({ policy, consolePolicy, https }: PagePolicies) {
  const pageHeaders = {
    'content-security-policy': policy,
    'reporting-endpoints': `csp="${policyReportsPath}"`,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  }
  const consoleHeaders = { ...pageHeaders, 'content-security-policy': consolePolicy }
  const headersOf = (url: string) => {
    if (url.startsWith('/swx/') || url.startsWith('/ops/')) return callHeaders
    return url === '/console' || url.startsWith('/console/') ? consoleHeaders : pageHeaders
  }
  return (url: string): Record<string, string> => ({ ...headersOf(url), ...(https ? onlyHttps : {}) })
}

/** Sets the headers on every response of a route, and of a missing route. */
export function addSecurityHeaders(
  app: FastifyInstance,
  headersOf: ReturnType<typeof securityHeaders>,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOf(request.url))
    done()
  })
}
