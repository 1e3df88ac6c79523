import { z } from 'zod'
import { opsCall } from '../back-office/ops-call.ts'
import { id, isoTime } from '../fields.ts'
import { incidentStates } from './status.ts'

const roles = ['content', 'admin'] as const

/** The same text by language: English is required and replaces missing ones. */
const words = (most: number) => {
  const one = z.string().trim().min(1).max(most)
  const other = one.optional()
  return z.object({
    en: one,
    de: other,
    fr: other,
    es: other,
    it: other,
    ja: other,
    ko: other,
    zh: other,
    hk: other,
    ar: other,
  })
}
const title = words(120)
const text = words(2_000)
export type IncidentWords = z.infer<typeof text>

export const incidentInHand = z.object({
  id: z.string(),
  title,
  openedAt: isoTime,
  /** Null: still open. */
  resolvedAt: isoTime.nullable(),
  /** Newest first. */
  updates: z.array(z.object({ at: isoTime, state: z.enum(incidentStates), text, by: z.string() })),
})
export type IncidentInHand = z.infer<typeof incidentInHand>

/** Title and text in ten languages, in any script. */
const incidentBytes = 96 * 1024

/** Calls for the incidents that operators publish on the status page. */
export const incidentsOps = {
  opsIncidents: opsCall({
    method: 'GET',
    path: '/ops/incidents',
    summary: 'The newest hundred incidents with everything that was said of them',
    roles,
    input: z.object({}),
    result: z.array(incidentInHand),
  }),
  opsOpenIncident: opsCall({
    method: 'POST',
    path: '/ops/incidents',
    summary: 'Reports an incident on the status page',
    roles,
    input: z.object({ title, text, state: z.enum(incidentStates).exclude(['resolved']) }),
    mostBytes: incidentBytes,
    result: z.object({ id: z.string() }),
  }),
  opsUpdateIncident: opsCall({
    method: 'POST',
    path: '/ops/incidents/{id}',
    summary: 'Updates an incident, or marks it as resolved; 11006 if it is resolved already',
    roles,
    input: z.object({ id, text, state: z.enum(incidentStates) }),
    mostBytes: incidentBytes,
    result: z.literal(true),
  }),
} as const
