const mostNamed = 5

/** Joins names for an alert: the first few, and the number of the others. */
export function namesInAlert(names: readonly string[]): string {
  const rest = names.length - mostNamed
  const shown = names.slice(0, mostNamed).join(', ')
  return rest > 0 ? `${shown} and ${rest} more` : shown
}
