import { z } from 'zod'
import { opsCall } from '../back-office/ops-call.ts'
import { isoTime, pageOf, pageQuery } from '../fields.ts'

export const auditEntry = z.object({
  seq: z.number().int(),
  at: isoTime,
  /** The operator's address, or the name of the automatic process. */
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  reason: z.string().nullable(),
  /** Values before and after the change, or hashes of them. */
  before: z.unknown(),
  after: z.unknown(),
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const auditOps = {
  opsAudit: opsCall({
    method: 'GET',
    path: '/ops/audit',
    summary: 'The audit log, newest first',
    roles: ['risk', 'finance', 'admin'],
    input: z.object({
      actor: z.string().max(100).optional(),
      action: z.string().max(100).optional(),
      subject: z.string().max(200).optional(),
      ...pageQuery,
    }),
    result: pageOf(auditEntry),
  }),
  opsAuditCheck: opsCall({
    method: 'GET',
    path: '/ops/audit/check',
    summary: 'Computes the whole chain again',
    roles: ['risk', 'finance', 'admin'],
    input: z.object({}),
    result: z.object({
      entries: z.number().int(),
      findings: z.array(z.string()),
      head: z.string(),
      /** The newest head that was signed and published; null in an installation's first minutes. */
      signed: z
        .object({ number: z.number().int(), at: isoTime, hash: z.string(), keyId: z.string() })
        .nullable(),
    }),
  }),
} as const
