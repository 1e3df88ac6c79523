import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { version } from '../../version.ts'

const path = '/.well-known/candor-installation'

/** Way of a request to this server: through a proxy whose forwarding headers count, one whose headers do not, or without such headers. */
export type Forwarding = 'trusted' | 'ignored' | 'none'

const proofForm = z.object({
  proof: z.string(),
  version: z.string(),
  forwarding: z.enum(['trusted', 'ignored', 'none']),
  from: z.string(),
})
export type InstallationProof = Readonly<z.infer<typeof proofForm>>

/**
 * Proves to a caller with the installation's key that this is the installation, and tells its version and how the request reached it:
 * `candor doctor` requests it at the public address. Any other caller gets 404.
 */
export function serveInstallationProof(app: FastifyInstance, installationKey: Buffer): void {
  const key = keyOf(installationKey)
  app.get<{ Querystring: Record<string, unknown> }>(path, (request, reply) => {
    const { nonce, tag } = request.query
    if (!hasValidTag(key, nonce, tag)) return reply.callNotFound()
    const proof: InstallationProof = {
      proof: tagOf(key, 'proof', String(nonce)),
      version,
      forwarding: forwardingOf(request),
      from: request.socket.remoteAddress ?? '',
    }
    return reply.header('cache-control', 'no-store').send(proof)
  })
}

/** Asks the server at a public address. Returns null where another program or another installation answers; throws where nothing does. */
export async function requestProof(
  publicUrl: string,
  installationKey: Buffer,
  signal: AbortSignal,
): Promise<InstallationProof | null> {
  const key = keyOf(installationKey)
  const nonce = randomBytes(16).toString('hex')
  const url = `${publicUrl.replace(/\/$/, '')}${path}?nonce=${nonce}&tag=${tagOf(key, 'request', nonce)}`
  const response = await fetch(url, { signal, redirect: 'error' })
  const found = proofForm.safeParse(await response.json().catch(() => null))
  return found.success && found.data.proof === tagOf(key, 'proof', nonce) ? found.data : null
}

function hasValidTag(key: Buffer, nonce: unknown, tag: unknown): boolean {
  if (typeof nonce !== 'string' || typeof tag !== 'string') return false
  if (!/^[0-9a-f]{32}$/.test(nonce) || !/^[0-9a-f]{64}$/.test(tag)) return false
  return timingSafeEqual(Buffer.from(tag), Buffer.from(tagOf(key, 'request', nonce)))
}

const keyOf = (installationKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', installationKey, '', 'candor: proof of the installation', 32))

const tagOf = (key: Buffer, what: 'request' | 'proof', nonce: string): string =>
  createHmac('sha256', key).update(`${what}:${nonce}`).digest('hex')

function forwardingOf({ headers, ips }: FastifyRequest): Forwarding {
  if ((ips?.length ?? 1) > 1) return 'trusted'
  return headers['x-forwarded-for'] === undefined ? 'none' : 'ignored'
}
