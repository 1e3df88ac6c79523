import { createHash } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'

export interface LimitsDeps {
  readonly db: Pick<Database, 'pool'>
  readonly clock: Clock
}

/** Returns the hash under which attempts are counted, so that neither names nor addresses are stored. */
export const keyOf = (...parts: readonly string[]): Buffer =>
  createHash('sha256').update(parts.join('\u0000')).digest()
