import type { Translate } from './translate.ts'

/**
 * Codes with several reasons, each with the key of its texts: frozen, not available now, a file that is not taken, stopped by the
 * customer's own limit or the understanding check.
 */
const reasonTexts: Readonly<Record<string, (reason: string) => string>> = {
  10008: (reason) => `trust.frozen.refused.${reason}`,
  10015: (reason) => `shell.unavailable.${reason}`,
  11023: (reason) => `kyc.refused.${reason}`,
  11032: (reason) => `trust.reached.${reason}`,
}

/** Result of a refusal, as far as a text can depend on it. */
interface Refused {
  readonly reason?: unknown
  /** Largest file that is taken, of reason `size`. */
  readonly mostBytes?: unknown
}

/** Finds the text of a code: that of its reason where it has one, else the catalogue's; null where there is none. */
export function codeText(t: Translate, code: number | string, result: unknown): string | null {
  const { reason, mostBytes } = (result ?? {}) as Refused
  const named = reasonTexts[code]
  const hasFigure = typeof mostBytes === 'number'
  // An earlier version names no figure.
  if (typeof reason !== 'string' || named === undefined || (reason === 'size' && !hasFigure))
    return t.maybe(`codes.${code}`)
  const reasonText = t.maybe(named(reason), hasFigure ? { most: megabytes(mostBytes) } : {})
  return reasonText ?? t.maybe(`codes.${code}`)
}

/** Megabytes for a text that names a limit, rounded down to hundredths: a file of the size it names is taken. */
export const megabytes = (bytes: number): number => Math.floor((bytes / 1_048_576) * 100) / 100
