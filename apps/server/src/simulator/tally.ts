import type { SeedRun } from './run-seed.ts'

/** Counts what was answered to which call: a call that is never accepted proves nothing. */
export class Tally {
  private readonly counts = new Map<string, Map<string, number>>()

  add({ responses }: SeedRun): void {
    for (const [call, code] of responses) {
      const codes = this.counts.get(call) ?? new Map<string, number>()
      codes.set(code, (codes.get(code) ?? 0) + 1)
      this.counts.set(call, codes)
    }
  }

  lines(): string[] {
    return [...this.counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([call, codes]) => {
        const mostFrequent = [...codes]
          .sort((a, b) => b[1] - a[1])
          .map(([code, times]) => `${code} ×${times}`)
        return `  ${call}: ${mostFrequent.join(', ')}`
      })
  }
}
