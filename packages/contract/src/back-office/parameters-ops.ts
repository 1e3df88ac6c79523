import { z } from 'zod'
import { isoTime } from '../fields.ts'
import { opsCall } from './ops-call.ts'

/** A value of the parameter's own kind. */
const value = z.unknown()
export const parameterShown = z.object({
  key: z.string(),
  value,
  /** Default value. */
  standard: value,
  /** A change needs a second person (⚖). */
  fourEyes: z.boolean(),
  /** Customers read it through getParamByKey. */
  open: z.boolean(),
  /** Set by the installation itself and not changeable. */
  fixed: z.boolean(),
  /** The page on which it is changed, by that page's rules; null: here. */
  page: z.enum(['tariff', 'countries', 'loans']).nullable(),
  /** The range that a value must be within; null: none is stated. */
  range: z.object({ least: z.string(), most: z.string() }).nullable(),
  version: z.number().int(),
  changedAt: isoTime.nullable(),
})
export type ParameterShown = z.infer<typeof parameterShown>

export const parameterVersion = z.object({
  version: z.number().int(),
  value,
  reason: z.string(),
  changedBy: z.string(),
  approvedBy: z.string().nullable(),
  changedAt: isoTime,
})

export const parametersOps = {
  opsParameters: opsCall({
    method: 'GET',
    path: '/ops/parameters',
    summary: 'Every parameter with the value that holds now',
    roles: ['finance', 'content', 'risk', 'admin'],
    input: z.object({}),
    result: z.array(parameterShown),
  }),
  opsParameterHistory: opsCall({
    method: 'GET',
    path: '/ops/parameters/{key}',
    summary: 'Every version of one parameter, newest first',
    roles: ['finance', 'content', 'risk', 'admin'],
    input: z.object({ key: z.string().max(100) }),
    result: z.array(parameterVersion),
  }),
  opsChangeParameter: opsCall({
    method: 'POST',
    path: '/ops/parameters',
    summary: 'Changes a parameter, or proposes the change where a second person is needed',
    roles: ['risk', 'admin'],
    input: z.object({ key: z.string().max(100), value: z.json(), reason: z.string().trim().min(3).max(500) }),
    result: z.object({ version: z.number().int().nullable(), proposalId: z.string().nullable() }),
  }),
} as const
