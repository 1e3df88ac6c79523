import type { Translate } from './translate.ts'

/**
 * Codes with several reasons, each with the key of its texts: frozen, not available now, stopped by the customer's own limit or the
 * understanding check.
 */
const reasonTexts: Readonly<Record<string, (reason: string) => string>> = {
  10008: (reason) => `trust.frozen.refused.${reason}`,
  10015: (reason) => `shell.unavailable.${reason}`,
  11032: (reason) => `trust.reached.${reason}`,
}

/** Finds the text of a code: that of its reason where it has one, else the catalogue's; null where there is none. */
export function codeText(t: Translate, code: number | string, result: unknown): string | null {
  const reason = (result as { readonly reason?: unknown } | null | undefined)?.reason
  const named = reasonTexts[code]
  const reasonText = typeof reason === 'string' && named !== undefined ? t.maybe(named(reason)) : null
  return reasonText ?? t.maybe(`codes.${code}`)
}
