import { createHash } from 'node:crypto'
import { canonicalJson, type Json } from '../trust/canonical-json.ts'

/** What a decision has to name: SHA-256 over what is shown, written in the one canonical way (trust T10). */
export const hashOfShown = (shown: Json): string =>
  createHash('sha256').update(canonicalJson(shown)).digest('hex')
