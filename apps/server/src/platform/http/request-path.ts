/** A call's address with its path's fields filled in, and the fields that are left. */
export function fillPath(pattern: string, input: unknown): { path: string; rest: unknown } {
  if (typeof input !== 'object' || input === null) return { path: pattern, rest: input }
  const rest: Record<string, unknown> = { ...input }
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(Buffer.from(textOf(value ?? 'absent')).toString())
  })
  return { path, rest }
}

/** A query holds only texts: any other value is sent as its JSON. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

export function queryOf(input: unknown): URLSearchParams {
  if (typeof input !== 'object' || input === null) return new URLSearchParams(textOf(input))
  return new URLSearchParams(
    Object.entries(input).map(([name, value]): [string, string] => [name, textOf(value)]),
  )
}
