import { z } from 'zod'
import { opsCall } from '../back-office/ops-call.ts'
import { id, isoTime } from '../fields.ts'
import {
  announcedDay,
  announcedWeek,
  hoursScope,
  instrument,
  instrumentCode,
  instrumentHours,
  sessionHours,
} from './instruments.ts'

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

/** Markets whose hours are announced together, with the sessions of one of them. */
export const hoursGroup = z.object({
  scope: hoursScope,
  /** Number of markets; 1 for a scope of one market. */
  markets: z.number().int(),
  timeZone: z.string(),
  sessions: z.array(sessionHours),
  /** False: markets of this scope have different sessions. */
  same: z.boolean(),
  /** The next three closed and shortened days that all of them have, the calendar's too. */
  closedDays: z.array(z.object({ day: z.string(), name: z.string().nullable(), closed: z.boolean() })),
})
export type HoursGroup = z.infer<typeof hoursGroup>

/** One decision of two people about hours. */
export const hoursDecision = z.object({
  /** The proposal it was approved with. */
  changeId: id,
  scope: z.string(),
  announced: z.array(z.string()),
  withdrawn: z.array(z.string()),
  /** First moment at which it changes something; null: nothing. */
  from: isoTime.nullable(),
  reason: z.string(),
  proposedBy: z.string(),
  approvedBy: z.string(),
  announcedAt: isoTime,
})
export type HoursDecision = z.infer<typeof hoursDecision>

const mostDays = 100

export const instrumentsOps = {
  opsHours: opsCall({
    method: 'GET',
    path: '/ops/hours',
    summary:
      'Trading hours by class and calendar, announced days and weekly sessions that are not over, and the newest hundred decisions about them',
    roles,
    input: z.object({}),
    result: z.object({
      noticeHours: z.number(),
      groups: z.array(hoursGroup),
      days: z.array(announcedDay.extend({ scope: hoursScope })),
      weeks: z.array(announcedWeek.extend({ scope: hoursScope })),
      decisions: z.array(hoursDecision),
    }),
  }),
  opsProposeHours: opsCall({
    method: 'POST',
    path: '/ops/hours',
    summary:
      'Proposes closed and shortened days or other weekly sessions of a class, a calendar or a market, or withdraws announced ones that have not begun; a second person approves it, and every customer is notified',
    roles,
    input: z.object({
      scope: hoursScope,
      days: z.array(announcedDay).max(mostDays),
      /** Dates of announced days. A date that is also in `days` is changed. */
      withdrawnDays: z.array(z.string().max(10)).max(mostDays),
      week: announcedWeek.nullable(),
      /** First day of announced weekly sessions. */
      withdrawnWeek: z.string().max(10).nullable(),
      reason,
    }),
    result: z.object({ id }),
  }),
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
