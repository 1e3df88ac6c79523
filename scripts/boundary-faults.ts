/** The part of dependency-cruiser's report that is read here. */
export interface CruiseReport {
  readonly modules: readonly { readonly source: string }[]
  readonly summary: {
    readonly violations: readonly {
      readonly rule: { readonly name: string }
      readonly from: string
      readonly to: string
    }[]
  }
}

/**
 * Returns a line for each import across a boundary and for each folder of which dependency-cruiser did not read every file: it passes
 * when it understood none.
 */
export function boundaryFaults(report: CruiseReport, files: readonly string[]): string[] {
  const read = new Set(report.modules.map(({ source }) => source))
  const missed = new Map<string, number>()
  for (const file of files) if (!read.has(file)) missed.set(partOf(file), (missed.get(partOf(file)) ?? 0) + 1)
  return [
    ...report.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    ...[...missed].map(([part, count]) => `${part}: ${count} files were not read`),
  ]
}

/** Returns the app or the package of a file, or its top folder. */
const partOf = (file: string): string =>
  /^(?:apps|packages)\/[^/]+/.exec(file)?.[0] ?? file.split('/')[0] ?? file
