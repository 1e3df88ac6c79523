/**
 * Makes a reader of one thing out of a reader of many: what is asked for in one turn of the event loop is read in one statement. A reading
 * begins after everybody it answers has asked, so each sees what was committed before they did.
 */
export function readTogether<Found>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
): (key: string) => Promise<Found | undefined> {
  let next: { readonly keys: Set<string>; readonly found: Promise<ReadonlyMap<string, Found>> } | null = null
  const begin = () => {
    const keys = new Set<string>()
    const found = new Promise((resolve) => setImmediate(resolve)).then(() => {
      next = null
      return read([...keys])
    })
    return { keys, found }
  }
  return async (key) => {
    next ??= begin()
    next.keys.add(key)
    return (await next.found).get(key)
  }
}

/** The same for functions that are given what to read from: what is asked of one database, or of one transaction, is read together. */
export function readTogetherFrom<Source extends object, Found>(
  read: (source: Source, keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
): (source: Source, key: string) => Promise<Found | undefined> {
  const readers = new WeakMap<Source, (key: string) => Promise<Found | undefined>>()
  return (source, key) => {
    const known = readers.get(source) ?? readTogether((keys) => read(source, keys))
    readers.set(source, known)
    return known(key)
  }
}

/** Rows by what they belong to, each in the order in which they came. */
export function rowsBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const found = new Map<string, Row[]>()
  for (const row of rows) {
    const own = found.get(keyOf(row))
    if (own === undefined) found.set(keyOf(row), [row])
    else own.push(row)
  }
  return found
}
