/**
 * Joins parts of a route table. A call that two parts carry out is refused with an error: one of them would silently take the place of the
 * other, with its checks.
 */
export function joinHandlers<Table extends object>(parts: readonly Table[]): Table {
  const joined: Partial<Table> = {}
  for (const part of parts) {
    const twice = Object.keys(part).find((call) => Object.hasOwn(joined, call))
    if (twice !== undefined) throw new Error(`two modules handle the call ${twice}`)
    Object.assign(joined, part)
  }
  return joined as Table
}
