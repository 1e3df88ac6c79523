import { z } from 'zod'
import { languages } from '../accounts/account-entities.ts'
import { call } from '../call.ts'
import { isoTime } from '../fields.ts'
import { haltReasons, marketActionKinds, marketSource } from '../markets/markets.ts'

/** Current state of one class of markets. */
const feed = z.object({
  /** 1 forex, 2 crypto, 3 stocks, 4 futures. */
  type: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  markets: z.number().int(),
  open: z.number().int(),
  /** The open ones without a quote fresh enough to trade at. */
  stale: z.number().int(),
  /** Origins of their quotes; empty before the first. */
  sources: z.array(marketSource),
  /** Age of the newest quote of the class, in ms; null before the first. */
  newestAgeMs: z.number().int().nonnegative().nullable(),
})

const halt = z.object({
  code: z.string(),
  reason: z.enum(haltReasons),
  from: isoTime,
  /** Null: in force. */
  until: isoTime.nullable(),
})

/** Causes of a cancelled action of a market: before its moment, or because it could not be carried out. */
export const cancellationCauses = ['withdrawn', 'failed'] as const
export type CancellationCause = (typeof cancellationCauses)[number]

const cancellation = z.object({
  code: z.string(),
  kind: z.enum(marketActionKinds),
  /** A split's ratio, a dividend per share or a rollover's contracts. */
  value: z.string(),
  /** The moment for which it was planned. */
  at: isoTime,
  cancelledAt: isoTime,
  cause: z.enum(cancellationCauses),
})

/** State of an incident: under investigation, cause identified, fixed and monitored, resolved. */
export const incidentStates = ['investigating', 'identified', 'watching', 'resolved'] as const
export type IncidentState = (typeof incidentStates)[number]

/** Text in the reader's language, or in English where there is none. */
const localText = z.object({ text: z.string(), language: z.enum(languages) })

const incident = z.object({
  id: z.string(),
  title: localText,
  from: isoTime,
  /** Null: still open. */
  until: isoTime.nullable(),
  /** Newest first. */
  updates: z.array(localText.extend({ at: isoTime, state: z.enum(incidentStates) })),
})

export const installationStatus = z.object({
  at: isoTime,
  /** Start time of this process. */
  startedAt: isoTime,
  feeds: z.array(feed),
  /** The newest signed head of the audit log, the ledger and the quote journal (trust T14); null before the first. */
  head: z.object({ number: z.number().int(), at: isoTime, hash: z.string(), keyId: z.string() }).nullable(),
  /** The newest proof of liabilities; null before the first. */
  liabilities: z.object({ date: z.string(), at: isoTime }).nullable(),
  /** The newest execution report; null before the first. */
  execution: z.object({ date: z.string(), at: isoTime }).nullable(),
  /** Incidents that operators published: all open ones, and those that ended in the last 90 days, newest first; at most 50. */
  incidents: z.array(incident),
  /** Halts that were in force in the last 90 days, newest first; at most 100. */
  halts: z.array(halt),
  /** Splits, dividends and rollovers that operators cancelled in the last 90 days, newest first; at most 100. */
  cancellations: z.array(cancellation),
  /**
   * Accounts that closed a leveraged position with real money in the last 12 months, and how many of them lost, fees and swaps
   * included (trust T17). `losing` is null while there are too few to tell.
   */
  losing: z.object({
    accounts: z.number().int(),
    losing: z.number().int().nullable(),
    since: isoTime,
    at: isoTime,
  }),
})
export type InstallationStatus = z.infer<typeof installationStatus>

export const statusCalls = {
  status: call({
    method: 'GET',
    path: '/swx/customer/index/status',
    summary:
      'The installation’s status: incidents, price feeds, halts, cancelled actions of markets, the newest signed head and proof, and the share of losing accounts',
    access: 'visitor',
    input: z.object({}),
    result: installationStatus,
  }),
} as const
