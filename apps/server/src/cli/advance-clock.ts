import { advanceClock } from '../platform/jobs/moved-clock.ts'
import { withData } from './open-data.ts'
import { CommandError, say } from './say.ts'

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const longest = 3_660 * 86_400_000

/** `90s`, `15m`, `24h`, `7d` in milliseconds. */
export function durationOf(text: string): number {
  const [, count, unit = ''] = /^(\d{1,9})(s|m|h|d)$/.exec(text) ?? []
  const ms = Number(count) * (units[unit] ?? Number.NaN)
  if (ms > 0 && ms <= longest) return ms
  throw new CommandError(`“${text}” is not a duration: use for example 90s, 15m, 24h or 7d.`)
}

/** Moves a sandbox's clock forward, also that of a running server. */
export async function advanceClockCommand(dataDir: string, duration: string): Promise<void> {
  const byMs = durationOf(duration)
  await withData(dataDir, async ({ db }) => {
    const offset = await advanceClock(db, byMs)
    if (offset === null)
      throw new CommandError('This installation is not a sandbox: its clock cannot be moved.')
    say(`The clock is now at ${new Date(Date.now() + offset).toISOString()}.`)
  })
}
