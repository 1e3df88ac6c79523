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
