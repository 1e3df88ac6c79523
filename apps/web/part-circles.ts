type Imports = ReadonlyMap<string, readonly string[]>

/** Finds files that load each other, in the order in which they do; the first is repeated at the end. */
export function findCircle(imports: Imports): string[] | null {
  const finished = new Set<string>()
  for (const file of imports.keys()) {
    const circle = circleBehind(file, { imports, finished, path: [] })
    if (circle !== null) return circle
  }
  return null
}

interface Walk {
  readonly imports: Imports
  /** Files that lead to no circle. */
  readonly finished: Set<string>
  readonly path: readonly string[]
}

function circleBehind(file: string, { imports, finished, path }: Walk): string[] | null {
  if (finished.has(file)) return null
  if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
  for (const imported of imports.get(file) ?? []) {
    const circle = circleBehind(imported, { imports, finished, path: [...path, file] })
    if (circle !== null) return circle
  }
  finished.add(file)
  return null
}
