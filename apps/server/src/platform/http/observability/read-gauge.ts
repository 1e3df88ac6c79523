import { setTimeout as sleep } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'

/** A value of a gauge, with its labels. */
export interface GaugeReading {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

export interface ReadGaugeOptions {
  readonly name: `candor_${string}`
  readonly help: string
  readonly labelNames?: readonly string[]
  /** Reads all values, at each scrape. */
  readonly read: () => Promise<readonly GaugeReading[]>
}

/** A scrape that waited longer would be given up by Prometheus, whole. */
const longestReadMs = 3_000

/** Reads of a scrape under way, by metric. */
type Reads = Map<string, Promise<readonly GaugeReading[] | null>>
const readsOf = new WeakMap<Registry, Reads>()

/**
 * Registers a gauge whose values are read at each scrape, from the database or a disk. One that cannot be read within three seconds has no values,
 * and `candor_metrics_unread` names it; the other metrics are served all the same.
 */
export function readGauge(registry: Registry, { name, help, labelNames = [], read }: ReadGaugeOptions): void {
  const reads = readsOf.get(registry) ?? watchReads(registry)
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      const reading = inTime(read)
      reads.set(name, reading)
      const readings = await reading
      this.reset()
      // A gauge without labels would be 0 then, where nothing is known.
      if (labelNames.length === 0) this.remove()
      for (const { labels = {}, value } of readings ?? []) this.set(labels, value)
    },
  })
}

function watchReads(registry: Registry): Reads {
  const reads: Reads = new Map()
  readsOf.set(registry, reads)
  new Gauge({
    name: 'candor_metrics_unread',
    help: 'Whether this metric could not be read at this scrape: 1 or 0',
    labelNames: ['metric'],
    registers: [registry],
    async collect() {
      // The others begin to read within this turn.
      await null
      for (const [metric, reading] of reads) this.set({ metric }, (await reading) === null ? 1 : 0)
    },
  })
  return reads
}

async function inTime<T>(read: () => Promise<T>): Promise<T | null> {
  const timer = new AbortController()
  const late = sleep(longestReadMs, null, { signal: timer.signal, ref: false }).catch(() => null)
  try {
    return await Promise.race([read().catch(() => null), late])
  } finally {
    timer.abort()
  }
}
