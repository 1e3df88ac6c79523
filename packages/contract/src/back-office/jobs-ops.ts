import { z } from 'zod'
import { isoTime } from '../fields.ts'
import { opsCall } from './ops-call.ts'

export const stuckCase = z.object({
  job: z.string(),
  caseId: z.string(),
  failures: z.number().int(),
  since: isoTime,
  failedAt: isoTime,
  /** Time of the job's next attempt. */
  retryAt: isoTime,
  /** Error of the last attempt. */
  error: z.string(),
})
export type StuckCase = z.infer<typeof stuckCase>

export const jobsOps = {
  opsStuckCases: opsCall({
    method: 'GET',
    path: '/ops/stuckCases',
    summary: 'Cases a job could not move and has set aside, the longest first',
    roles: ['finance', 'risk', 'admin'],
    input: z.object({}),
    result: z.array(stuckCase),
  }),
} as const
