import { userInfo } from 'node:os'
import { type HaltReason, haltReasons } from '@candor/contract'
import type { Clock } from '../clock.ts'
import { OffsetClock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { readClockOffset } from '../jobs/moved-clock.ts'
import { type HaltRefusal, haltMarket, resumeMarket } from '../markets/halts.ts'
import { withData } from './open-data.ts'
import { CommandError, say } from './say.ts'

const refusals: Readonly<Record<HaltRefusal, string>> = {
  'unknown-market': 'There is no such market.',
  'already-halted': 'This market is halted already.',
  'not-halted': 'This market is not halted.',
}

export interface HaltOptions {
  readonly data: string
  readonly market: string
  readonly reason: string
  readonly note?: string
  readonly by?: string
}

/** Who works at the command line, for the record. */
export const whoTypes = (by: string | undefined): string => by ?? `command line: ${userInfo().username}`

/** The installation's time: a sandbox's clock may have been moved. */
export const clockOf = async (db: Database): Promise<Clock> => new OffsetClock(await readClockOffset(db))

const orSay = (refused: HaltRefusal | null): void => {
  if (refused !== null) throw new CommandError(refusals[refused])
}

/** Halts a market, also of a running server, until it is resumed. */
export async function haltCommand({ data, market, reason, note, by }: HaltOptions): Promise<void> {
  if (!(haltReasons as readonly string[]).includes(reason))
    throw new CommandError(`--reason must be one of ${haltReasons.join(', ')}.`)
  const ask = { code: market, reason: reason as HaltReason, note: note ?? null, by: whoTypes(by) }
  await withData(data, async ({ db }) => orSay(await haltMarket(db, await clockOf(db), ask)))
  say(`${market} is halted (${reason}).`)
}

export async function resumeCommand({ data, market, by }: Omit<HaltOptions, 'reason'>): Promise<void> {
  const ask = { code: market, by: whoTypes(by) }
  await withData(data, async ({ db }) => orSay(await resumeMarket(db, await clockOf(db), ask)))
  say(`${market} trades again.`)
}
