/** Formats a text as it is, everything else as JSON. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Reads the typed text as the kind of value of the default; null when it is not JSON. */
export function readValue(text: string, standard: unknown): { readonly value: Json } | null {
  if (typeof standard === 'string') return { value: text }
  try {
    return { value: JSON.parse(text) as Json }
  } catch {
    return null
  }
}
