import { z } from 'zod'
import { opsCall } from '../back-office/ops-call.ts'
import { id, isoTime } from '../fields.ts'
import { instrument, instrumentCode, instrumentHours } from './instruments.ts'

const roles = ['risk', 'admin'] as const
const reason = z.string().trim().min(3).max(500)

/** One decision of two people about a market that is offered. */
export const instrumentChange = z.object({
  /** The proposal it was approved with. */
  changeId: id,
  code: z.string(),
  /** `listed`: a new market. `changed`: its name or its symbols. `closeOnly`: no new positions. `offered`: new positions again. */
  kind: z.enum(['listed', 'changed', 'closeOnly', 'offered']),
  from: isoTime,
  reason: z.string(),
  proposedBy: z.string(),
  approvedBy: z.string(),
  announcedAt: isoTime,
})
export type InstrumentChange = z.infer<typeof instrumentChange>

/** A stretch in which a market is open, as the form shows it before it is proposed. */
export const openStretch = z.object({ from: isoTime, to: isoTime })

export const instrumentsOps = {
  opsInstruments: opsCall({
    method: 'GET',
    path: '/ops/instruments',
    summary: 'The markets that operators added, and the newest hundred decisions about what is offered',
    roles,
    input: z.object({}),
    result: z.object({
      noticeHours: z.number(),
      instruments: z.array(instrument),
      /** Codes of the markets in which no position can be opened now. */
      closeOnly: z.array(z.string()),
      changes: z.array(instrumentChange),
    }),
  }),
  opsPreviewHours: opsCall({
    method: 'POST',
    path: '/ops/instruments/preview-hours',
    summary: 'The next seven days in which a market with these hours is open; nothing is stored',
    roles,
    input: z.object({ hours: instrumentHours }),
    /** `always`: it never closes. */
    result: z.object({ always: z.boolean(), open: z.array(openStretch) }),
    changesNothing: true,
  }),
  opsProposeInstrument: opsCall({
    method: 'POST',
    path: '/ops/instruments',
    summary:
      'Proposes a new market, or other names and tickers of one that operators added; a second person approves it',
    roles,
    input: z.object({
      instrument,
      /** Null: as soon as it is approved. */
      from: isoTime.nullable(),
      reason,
    }),
    result: z.object({ id }),
  }),
  opsProposeOffer: opsCall({
    method: 'POST',
    path: '/ops/instruments/offer',
    summary:
      'Proposes to offer a market for closing only, announced to every customer like a fee, or to offer it for new positions again',
    roles,
    input: z.object({
      code: instrumentCode,
      offered: z.boolean(),
      /** Null: as soon as it is approved, which is possible for offering it again. */
      from: isoTime.nullable(),
      reason,
    }),
    result: z.object({ id }),
  }),
} as const
