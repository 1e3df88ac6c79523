import type { FastifyReply } from 'fastify'
import type { BudgetStanding } from '../../limits/request-budget.ts'

/**
 * Adds a budget as the fields `RateLimit-Policy` and `RateLimit` of the IETF draft (ADR-238): its size `q` for the seconds `w` in which
 * an empty one fills up, the requests `r` that remain, and the seconds `t` until it is full.
 */
export function addRateLimit(reply: FastifyReply, standing: BudgetStanding | null): void {
  if (standing === null) return
  const { policy, burst, perSecond, remaining } = standing
  const secondsFor = (requests: number) => Math.ceil(requests / perSecond)
  reply.header('ratelimit-policy', `"${policy}";q=${burst};w=${secondsFor(burst)}`)
  reply.header('ratelimit', `"${policy}";r=${remaining};t=${secondsFor(burst - remaining)}`)
}
