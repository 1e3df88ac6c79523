import type { AnnouncedKey } from '@candor/contract/markets.ts'
import { parameterRules, ruleOf } from './defaults.ts'
import type { Json } from './json.ts'

export interface Bounds {
  readonly least: string
  readonly most: string
}

/** The range an announced parameter may be changed within; two people and any notice do not reach beyond it. */
export function boundsOf(key: AnnouncedKey): Bounds {
  const { least, most } = parameterRules[key].tariff
  return { least, most }
}

/** Converts an announced value to the parameter's stored form, a number where that is one; null for an invalid one. */
export function parameterValue(key: string, text: string): Json {
  const rule = ruleOf(key)
  if (rule === null) return null
  const value = typeof rule.value === 'number' ? Number(text) : text
  return rule.fits === undefined || rule.fits(value) ? value : null
}
