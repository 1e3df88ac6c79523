import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { version } from '../../version.ts'

const path = '/.well-known/candor-installation'

/** How a request reached this server: through a proxy whose forwarding headers count, one whose headers do not, or without such headers. */
export type Forwarding = 'trusted' | 'ignored' | 'none'

const answerForm = z.object({
  answer: z.string(),
  version: z.string(),
  forwarding: z.enum(['trusted', 'ignored', 'none']),
  from: z.string(),
})
export type InstallationAnswer = Readonly<z.infer<typeof answerForm>>

/**
 * Answers whoever has the installation's key that this is the installation, which version it has, and how the request reached it:
 * `candor doctor` asks at the public address. Anybody else gets 404.
 */
export function serveInstallationAnswer(app: FastifyInstance, installationKey: Buffer): void {
  const key = keyOf(installationKey)
  app.get<{ Querystring: Record<string, unknown> }>(path, (request, reply) => {
    const { nonce, tag } = request.query
    if (!isAsked(key, nonce, tag)) return reply.callNotFound()
    const answer: InstallationAnswer = {
      answer: tagOf(key, 'answer', String(nonce)),
      version,
      forwarding: forwardingOf(request),
      from: request.socket.remoteAddress ?? '',
    }
    return reply.header('cache-control', 'no-store').send(answer)
  })
}

/** Asks the server at a public address. Returns null where another program or another installation answers; throws where nothing does. */
export async function askInstallation(
  publicUrl: string,
  installationKey: Buffer,
  signal: AbortSignal,
): Promise<InstallationAnswer | null> {
  const key = keyOf(installationKey)
  const nonce = randomBytes(16).toString('hex')
  const asked = `${publicUrl.replace(/\/$/, '')}${path}?nonce=${nonce}&tag=${tagOf(key, 'ask', nonce)}`
  const response = await fetch(asked, { signal, redirect: 'error' })
  const found = answerForm.safeParse(await response.json().catch(() => null))
  return found.success && found.data.answer === tagOf(key, 'answer', nonce) ? found.data : null
}

function isAsked(key: Buffer, nonce: unknown, tag: unknown): boolean {
  if (typeof nonce !== 'string' || typeof tag !== 'string') return false
  if (!/^[0-9a-f]{32}$/.test(nonce) || !/^[0-9a-f]{64}$/.test(tag)) return false
  return timingSafeEqual(Buffer.from(tag), Buffer.from(tagOf(key, 'ask', nonce)))
}

const keyOf = (installationKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', installationKey, '', 'candor: answer of the installation', 32))

const tagOf = (key: Buffer, what: 'ask' | 'answer', nonce: string): string =>
  createHmac('sha256', key).update(`${what}:${nonce}`).digest('hex')

function forwardingOf({ headers, ips }: FastifyRequest): Forwarding {
  if ((ips?.length ?? 1) > 1) return 'trusted'
  return headers['x-forwarded-for'] === undefined ? 'none' : 'ignored'
}
