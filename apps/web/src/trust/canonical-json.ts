/**
 * JSON in the one form that is signed (RFC 8785): keys in the order of their UTF-16 units, no white space, numbers and
 * strings as ECMAScript writes them. Refuses by throwing what JSON cannot say: NaN, infinities, lone surrogates.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return writeNumber(value)
  if (typeof value === 'string') return writeString(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object') return writeObject(value as Record<string, unknown>)
  throw new TypeError(`JSON cannot hold ${typeof value}`)
}

function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError('JSON cannot hold a number that is not finite')
  return JSON.stringify(value)
}

function writeString(value: string): string {
  if (/\p{Surrogate}/u.test(value)) throw new TypeError('a lone surrogate has no UTF-8 form')
  return JSON.stringify(value)
}

function writeObject(value: Record<string, unknown>): string {
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${writeString(key)}:${canonicalJson(value[key])}`).join(',')}}`
}
