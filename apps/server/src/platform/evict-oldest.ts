/** Makes room for one more entry in a set or map of limited size, by removing its oldest. */
export function evictOldest(entries: Set<string> | Map<string, unknown>, most: number): void {
  const [oldest] = entries.keys()
  if (entries.size >= most && oldest !== undefined) entries.delete(oldest)
}
