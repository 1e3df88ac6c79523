/**
 * Checks whether the database refused values: they do not fit their type (SQLSTATE class 22) or violate a constraint (class 23). The same
 * statement fails again, however often it is repeated.
 */
export function isRefusedValue(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code !== undefined && /^2[23]...$/.test(code)
}
