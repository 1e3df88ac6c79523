import { createHash } from 'node:crypto'

/** Returns the hash under which attempts are counted, so that neither names nor addresses are stored. */
export const keyOf = (...parts: readonly string[]): Buffer =>
  createHash('sha256').update(parts.join('\u0000')).digest()
