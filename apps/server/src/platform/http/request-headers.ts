import type { IncomingHttpHeaders } from 'node:http'
import { type AccountMode, type Language, languages } from '@candor/contract'
import { isUuid } from '../uuid.ts'

/**
 * The account a request is about. The specification's client sends the header as NO for demo and YES for real (spec §6),
 * despite its name; no other code reads it (ADR-010).
 */
export function modeOf(virtually: string | undefined): AccountMode {
  return virtually?.trim().toUpperCase() === 'YES' ? 'real' : 'demo'
}

const known: ReadonlySet<string> = new Set(languages)

/** The `lang` header; English when it is missing or none of the ten. */
export function languageOf(lang: string | undefined): Language {
  const wanted = lang?.trim().toLowerCase()
  return wanted !== undefined && known.has(wanted) ? (wanted as Language) : 'en'
}

/** A header sent twice counts as its first value. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

const controls = /[\p{Cc}\p{Cf}]/gu

/** The user agent, which the session list makes a device of: without control characters, at most 200 characters. */
export function deviceOf(headers: IncomingHttpHeaders): string {
  return (headerOf(headers, 'user-agent') ?? '').replace(controls, '').slice(0, 200)
}

/** The `device` header: a random UUID that a browser stores. */
export function deviceMarkOf(headers: IncomingHttpHeaders): string | null {
  const mark = headerOf(headers, 'device') ?? ''
  return isUuid(mark) ? mark.toLowerCase() : null
}
