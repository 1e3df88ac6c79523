import { createHash } from 'node:crypto'
import type { Json } from '../platform/json.ts'
import { canonicalJson } from './canonical-json.ts'

/** Returns the hash that a decision has to name: SHA-256 over the shown content in canonical form (trust T10). */
export const hashOfShown = (shown: Json): string =>
  createHash('sha256').update(canonicalJson(shown)).digest('hex')
