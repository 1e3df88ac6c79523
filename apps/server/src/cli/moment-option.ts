import { readTime } from '../market-data/imports/read-time.ts'
import { CommandError } from './say.ts'

/** Reads the time given to an option, as epoch ms. Refuses what is none. */
export function momentOf(option: string, text: string): number {
  const time = readTime(text)
  if (time === null)
    throw new CommandError(`${option} must be a time such as 2026-12-01T14:30:00Z or 2026-12-01.`)
  return time
}
