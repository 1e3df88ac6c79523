/** Durations of one operation's responses, in milliseconds. */
export interface Timing {
  readonly operation: string
  readonly responses: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/** Records every response's duration, by operation. */
export class Timings {
  private readonly ofOperation = new Map<string, number[]>()

  add(operation: string, ms: number): void {
    const times = this.ofOperation.get(operation)
    if (times === undefined) this.ofOperation.set(operation, [ms])
    else times.push(ms)
  }

  /** One line an operation, the slowest first. */
  read(): Timing[] {
    const lines = [...this.ofOperation].map(([operation, times]) => timingOf(operation, times))
    return lines.sort((a, b) => b.max - a.max)
  }
}

function timingOf(operation: string, times: readonly number[]): Timing {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { operation, responses: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) }
}
