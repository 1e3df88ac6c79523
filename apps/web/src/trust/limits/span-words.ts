const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** A span in its largest whole unit, in the reader's language: “3 hours”. */
export function shortSpan(ms: number, tag: string): string {
  const [unit, size] = units.find(([, one]) => ms >= one) ?? ['second', 1_000]
  return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.floor(ms / size),
  )
}
