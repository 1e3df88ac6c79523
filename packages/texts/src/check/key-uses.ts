// Code holds a key as a whole string, or as a template whose beginning names its family: `codes.${code}`.
const wholeKey = /['"`]([a-z][A-Za-z0-9]*(?:\.[A-Za-z0-9_-]+)+)['"`]/g
const keyFamily = /`([a-z][A-Za-z0-9]*\.(?:[A-Za-z0-9_.-]+)?)\$\{[^`]*?\}((?:\.[A-Za-z0-9_.-]+)?)`/g
const translation =
  /\b(?:t|translate|words)(?:\.maybe)?\(\s*['"]([a-z][A-Za-z0-9]*(?:\.[A-Za-z0-9_-]+)+)['"]/g

/** The keys that one source file names. */
export interface KeyUses {
  readonly whole: ReadonlySet<string>
  readonly families: readonly (readonly [start: string, end: string])[]
  /** Keys passed to the translator; each of them has to exist. */
  readonly translated: readonly string[]
}

/** Reads the keys that a source file names. */
export function usesOf(source: string): KeyUses {
  const first = (pattern: RegExp) => [...source.matchAll(pattern)].map((found) => found[1] ?? '')
  const families = [...source.matchAll(keyFamily)].map((found) => [found[1] ?? '', found[2] ?? ''] as const)
  return { whole: new Set(first(wholeKey)), families, translated: first(translation) }
}

/** Checks whether a file names a key, whole or by its family. */
export const usesKey = ({ whole, families }: KeyUses, key: string): boolean =>
  whole.has(key) || families.some(([start, end]) => key.startsWith(start) && key.endsWith(end))
