import { type RefusalCode, type RefusalName, refusalName } from '@candor/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { hiddenAddress } from './hidden-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of the calling customer or operator; null: no one is signed in, or it is not known yet. */
    who: string | null
    /** The code that the request was refused with. */
    refusedWith: number | null
  }
  interface FastifyContextConfig {
    /** Its success is logged: it signs a person in, or changes who can sign in. */
    readonly security?: true
  }
}

/** Refusals that suggest an attempt to do something forbidden. */
const telling: ReadonlySet<RefusalName> = new Set([
  'passwordWrong',
  'accountUnknown',
  'accountFrozen',
  'invalidInput',
  'tooManyRequests',
  'notFound',
  'roleNotAllowed',
  'caseNotClaimed',
  'secondPersonRequired',
  'credentialsWrong',
  'codeWrong',
  'secondFactorRequired',
  'passkeyRejected',
  'apiKeyNotAllowed',
  'serviceTokenNotAllowed',
  'serviceTokenRefused',
  'googleSignInFailed',
  'singleSignOnFailed',
  'accountNotLinked',
  'freshProofRequired',
])
const forged = 401

const quietMs = 60_000
const mostRemembered = 10_000

/**
 * Logs what an investigation needs: sign-ins, changes of who can sign in, and refusals. The same refusal of the same person is
 * written once a minute with its count, so that a flood does not fill the disk. Addresses are shortened as in letters; no field
 * of a request is written.
 */
export function logSecurity(app: FastifyInstance, log: Logger): void {
  const refusals = new RecentRefusals()
  app.decorateRequest('who', null)
  app.decorateRequest('refusedWith', null)
  app.addHook('onResponse', (request, _reply, done) => {
    const { refusedWith } = request
    if (refusedWith !== null) logRefusal(request, refusedWith, { log, refusals })
    else if (request.routeOptions.config?.security === true) log.info(eventOf(request), 'done')
    done()
  })
}

function logRefusal(
  request: FastifyRequest,
  code: number,
  { log, refusals }: { readonly log: Logger; readonly refusals: RecentRefusals },
): void {
  const why = code === forged ? 'forgedSession' : refusalName(code as RefusalCode)
  if (why !== 'forgedSession' && !telling.has(why)) return
  const event = eventOf(request)
  const times = refusals.count(`${why} ${event.who ?? event.from} ${event.route}`)
  if (times > 0) log.info({ ...event, why, times }, 'refused')
}

const eventOf = ({ who, ip, method, routeOptions }: FastifyRequest) => ({
  event: 'security',
  route: routeOptions.url ?? null,
  method,
  who,
  from: hiddenAddress(ip),
})

/** Counts refusals that are alike, for a minute each. */
class RecentRefusals {
  private readonly recent = new Map<string, { times: number; readonly since: number }>()

  /** Number to write down now: those of the minute before and this one; 0 while the minute lasts. */
  count(key: string): number {
    const now = performance.now()
    const before = this.recent.get(key)
    if (before !== undefined && now - before.since < quietMs) {
      before.times += 1
      return 0
    }
    if (this.recent.size >= mostRemembered) this.recent.clear()
    this.recent.set(key, { times: 0, since: now })
    return (before?.times ?? 0) + 1
  }
}
