import { statSync } from 'node:fs'
import { dayMs } from '@candor/rules/time-units.ts'
import { keyFileOf } from './installation-key.ts'

interface Standing {
  readonly good: boolean
  readonly sentence: string
}

const oldestDays = 365

/**
 * Reports the age of what does not expire by itself: the installation's key, and the passwords of database, mail, file store and bus. Those are not ours
 * to date: the operator states in SECRETS_CHANGED when all of them were last changed, as 2026-01-31.
 */
export function ageOfSecrets(dataDir: string, changed: string | null, now: number): readonly Standing[] {
  const madeAt = keyMadeAt(dataDir)
  const key =
    madeAt === null ? [] : [standingOf('The installation’s key', now - madeAt, '`candor keys rotate`')]
  return [...key, passwordsStanding(changed, now)]
}

function passwordsStanding(changed: string | null, now: number): Standing {
  const what = 'The passwords of database, mail, text messages, file store and bus'
  const at = /^\d{4}-\d{2}-\d{2}$/.test(changed ?? '') ? Date.parse(changed ?? '') : Number.NaN
  if (Number.isNaN(at))
    return {
      good: false,
      sentence: `${what}: set SECRETS_CHANGED to the day they were last changed, such as 2026-01-31`,
    }
  return standingOf(what, now - at, 'change them, then SECRETS_CHANGED')
}

function standingOf(what: string, ageMs: number, remedy: string): Standing {
  const days = Math.max(0, Math.floor(ageMs / dayMs))
  const good = days <= oldestDays
  return { good, sentence: `${what}: changed ${days} days ago${good ? '' : `, more than a year: ${remedy}`}` }
}

/** A new key is a new file. */
function keyMadeAt(dataDir: string): number | null {
  return statSync(keyFileOf(dataDir), { throwIfNoEntry: false })?.mtimeMs ?? null
}
