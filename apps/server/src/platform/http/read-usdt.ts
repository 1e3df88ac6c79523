import { parseUsdt } from '@candor/money'
import { invalidField } from './refusal.ts'

/** Reads USDT of a field, in its smallest unit; refuses what has more than six decimals. */
export function readUsdt(path: string, text: string): bigint {
  const minor = parseUsdt(text)
  if (minor === null) throw invalidField(path, 'too-fine')
  return minor
}
