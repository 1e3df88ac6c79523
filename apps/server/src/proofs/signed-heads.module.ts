import { minuteMs } from '@candor/rules/time-units.ts'
import type { FastifyInstance } from 'fastify'
import { defineModule } from '../module.ts'
import type { Clock } from '../platform/clock.ts'
import { forSeconds, PreparedText } from '../platform/http/pages/prepared-text.ts'
import { ResponseCache } from '../platform/http/responses/response-cache.ts'
import type { KeySet } from './receipts/receipt-keys.ts'
import type { SignedHeads } from './signed-heads/signed-heads.ts'

export interface SignedHeadsPorts {
  readonly keys: KeySet
  readonly heads: SignedHeads
}

/** Heads are written once an hour. */
const headsCachedMs = 5_000

/** Signed heads of what only grows, and the keys that verify them and our receipts. */
export const signedHeadsModule = defineModule({
  name: 'signed-heads',
  open: ({ clock }, { keys, heads }: SignedHeadsPorts) => ({
    // The head that receipts name is known to this process alone.
    followers: [
      {
        name: 'sign-heads',
        noCases: 'one head an hour, over everything',
        everyMs: minuteMs,
        run: () => heads.turn(),
      },
    ],
    pages: (app: FastifyInstance) => {
      serveKeys(app, keys)
      serveHeads(app, heads, clock)
    },
  }),
})

/** Serves the public keys that verify our receipts (trust T6). */
function serveKeys(app: FastifyInstance, set: KeySet): void {
  const keys = JSON.stringify(set)
  app.get('/.well-known/candor-keys.json', (_request, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .header('access-control-allow-origin', '*')
      .send(keys),
  )
}

/** Serves the signed heads of the audit log, the ledger and the quote journal: a stored copy reveals a rewriting (trust T14). */
function serveHeads(app: FastifyInstance, heads: SignedHeads, clock: Clock): void {
  const cache = new ResponseCache<PreparedText>(clock, 1)
  const write = async () => new PreparedText(JSON.stringify({ heads: await heads.published() }), forSeconds)
  app.get('/.well-known/candor-heads.json', async (request, reply) => {
    const written = await cache.get('', write, () => headsCachedMs)
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .header('access-control-allow-origin', '*')
    return written.send(request, reply)
  })
}
