import { userInfo } from 'node:os'
import { type HaltReason, haltReasons } from '@candor/contract'
import { type HaltRefusal, haltMarket, resumeMarket } from '../../market-data/market-events/halts.ts'
import type { Clock } from '../../platform/clock.ts'
import { OffsetClock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { readClockOffset } from '../../platform/jobs/moved-clock.ts'
import { type AuditWrite, createAudit } from '../../proofs/audit/audit.ts'
import { withData } from '../open-data.ts'
import { CommandError, say } from '../say.ts'

const refusals: Readonly<Record<HaltRefusal, string>> = {
  'unknown-market': 'There is no such market.',
  'already-halted': 'This market is already halted.',
  'not-halted': 'This market is not halted.',
  'action-due': 'A split or dividend of this market is due. It has to be carried out or cancelled first.',
}

export interface HaltOptions {
  readonly data: string
  readonly market: string
  readonly reason: string
  readonly note?: string
  readonly by?: string
}

/** Names the person at the command line for the record. */
export const whoTypes = (by: string | undefined): string => by ?? `command line: ${userInfo().username}`

/** The installation's time: a sandbox's clock may have been moved. */
export const clockOf = async (db: Database): Promise<Clock> => new OffsetClock(await readClockOffset(db))

type Entry = Omit<AuditWrite, 'actor'>

/**
 * Runs `work` and records its author in the audit log, in one transaction. When `work` refuses, nothing has happened. The clock is the
 * installation's.
 */
export function typed<Refused extends string>(
  data: string,
  refusals: Readonly<Record<Refused, string>>,
  work: (tx: Tx, clock: Clock) => Promise<{ readonly refused: Refused | null; readonly entry: Entry }>,
): Promise<void> {
  return withData(data, async ({ db }) => {
    const clock = await clockOf(db)
    await db.transaction(async (tx) => {
      const { refused, entry } = await work(tx, clock)
      if (refused !== null) throw new CommandError(refusals[refused])
      await createAudit(clock).write(tx, { actor: 'command-line', ...entry })
    })
  })
}

/** Halts a market, also of a running server, until it is resumed. */
export async function haltCommand({ data, market, reason, note, by }: HaltOptions): Promise<void> {
  if (!(haltReasons as readonly string[]).includes(reason))
    throw new CommandError(`--reason must be one of ${haltReasons.join(', ')}.`)
  const request = { code: market, reason: reason as HaltReason, note: note ?? null, by: whoTypes(by) }
  await typed(data, refusals, async (tx, clock) => ({
    refused: await haltMarket(tx, clock, request),
    entry: {
      action: 'markets.halt',
      subject: `market:${market}`,
      reason: request.note,
      after: { reason, by: request.by },
    },
  }))
  say(`${market} is halted (${reason}).`)
}

export async function resumeCommand({ data, market, by }: Omit<HaltOptions, 'reason'>): Promise<void> {
  const request = { code: market, by: whoTypes(by) }
  await typed(data, refusals, async (tx, clock) => ({
    refused: await resumeMarket(tx, clock, request),
    entry: { action: 'markets.resume', subject: `market:${market}`, after: { by: request.by } },
  }))
  say(`${market} trades again.`)
}
