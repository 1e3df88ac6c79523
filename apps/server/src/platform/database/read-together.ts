/**
 * Makes a single-item reader from a batch reader: what is requested in one turn of the event loop is read in one statement. The
 * read begins after all its callers have asked, so each sees what was committed before.
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

/** Does the same for functions with a source: requests to one database, or to one transaction, are read together. */
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

/** Groups rows by their key, each group in the order of the rows. */
export function rowsBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const found = new Map<string, Row[]>()
  for (const row of rows) {
    const own = found.get(keyOf(row))
    if (own === undefined) found.set(keyOf(row), [row])
    else own.push(row)
  }
  return found
}
