/** A text as it is, everything else as JSON. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** What was typed, read as the kind of value the standard has; null when it is no JSON. */
export function readValue(text: string, standard: unknown): { readonly value: Json } | null {
  if (typeof standard === 'string') return { value: text }
  try {
    return { value: JSON.parse(text) as Json }
  } catch {
    return null
  }
}
