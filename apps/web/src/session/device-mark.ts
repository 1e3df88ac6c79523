import { readStored, writeStored } from './browser-storage.ts'
import { newKey } from './intent.ts'

/** A random mark of this browser, sent when signing in alone, so that a sign-in from another one can be told to the customer. */
export function deviceMark(): string {
  const kept = readStored('device')
  if (kept !== null) return kept
  const mark = newKey()
  writeStored('device', mark)
  return mark
}
