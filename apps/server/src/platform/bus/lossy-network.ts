import type { Wire } from './wire.ts'

export interface NetworkFaults {
  /** Chance of each, from 0 to 1. */
  readonly lose: number
  readonly double: number
  /** A message arrives after up to this long, so that messages overtake one another. */
  readonly delayMs: number
}

/** A wire of the network that can be torn out, as by the end of its process. */
export interface LossyWire extends Wire {
  cut(): void
}

/** Carries messages between buses in memory, and loses, doubles and reorders them by a seeded chance. */
export class LossyNetwork {
  private readonly faults: NetworkFaults
  private readonly chance: () => number
  private readonly ends = new Set<Map<string, (json: string) => void>>()

  constructor(faults: NetworkFaults, chance: () => number) {
    this.faults = faults
    this.chance = chance
  }

  wire(): LossyWire {
    const hearers = new Map<string, (json: string) => void>()
    this.ends.add(hearers)
    const cut = () => {
      this.ends.delete(hearers)
    }
    return {
      send: (subject, json) => {
        if (!this.ends.has(hearers)) return
        for (const end of this.ends) this.carry(end, subject, json)
      },
      listen: async (subject, hear) => {
        hearers.set(subject, hear)
      },
      close: async () => cut(),
      cut,
    }
  }

  private carry(end: ReadonlyMap<string, (json: string) => void>, subject: string, json: string): void {
    if (!end.has(subject) || this.chance() < this.faults.lose) return
    const copies = this.chance() < this.faults.double ? 2 : 1
    for (let copy = 0; copy < copies; copy++)
      setTimeout(() => {
        if (this.ends.has(end as Map<string, (json: string) => void>)) end.get(subject)?.(json)
      }, this.chance() * this.faults.delayMs)
  }
}
