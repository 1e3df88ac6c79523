import { z } from 'zod'
import { operatorRoles, opsCall } from './ops-call.ts'

/** Choices of an operator: letters about nothing, late cases with alerts and lapsing proposals, or everything new. */
export const workMailPreferences = ['never', 'late', 'all'] as const
export const workMailPreference = z.enum(workMailPreferences)
export type WorkMailPreference = (typeof workMailPreferences)[number]

export const workMailOps = {
  opsWorkMail: opsCall({
    method: 'GET',
    path: '/ops/me/work-mail',
    summary: 'The operator’s choice of letters about waiting work',
    roles: operatorRoles,
    input: z.object({}),
    result: z.object({ preference: workMailPreference }),
  }),
  opsSetWorkMail: opsCall({
    method: 'POST',
    path: '/ops/me/work-mail',
    summary:
      'Chooses what the operator gets letters about: `never`, `late` (late cases, alerts and proposals that lapse within a day) or `all` (also new entries of the role’s queues); at most one letter in 15 minutes',
    roles: operatorRoles,
    input: z.object({ preference: workMailPreference }),
    result: z.literal(true),
  }),
} as const
