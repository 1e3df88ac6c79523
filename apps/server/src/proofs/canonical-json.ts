/**
 * The one way to write a document as text (RFC 8785, JSON Canonicalization Scheme): members sorted by UTF-16 code units,
 * no white space, numbers and strings as ECMAScript writes them.
 * Throws on what has no canonical form: NaN, infinities, lone surrogates, undefined, bigint.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return canonicalNumber(value)
  if (typeof value === 'string') return canonicalText(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object') return canonicalObject(value as Readonly<Record<string, unknown>>)
  throw new TypeError(`no canonical form for ${typeof value}`)
}

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`no canonical form for ${value}`)
  return JSON.stringify(value)
}

function canonicalText(value: string): string {
  if (/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(value))
    throw new TypeError('no canonical form for a lone surrogate')
  return JSON.stringify(value)
}

function canonicalObject(value: Readonly<Record<string, unknown>>): string {
  // The default sort of texts is by UTF-16 code units, as the RFC requires.
  const members = Object.keys(value)
    .sort()
    .map((key) => `${canonicalText(key)}:${canonicalJson(value[key])}`)
  return `{${members.join(',')}}`
}
