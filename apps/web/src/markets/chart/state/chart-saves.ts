import type { SavedChart } from '@candor/contract'

type Send = (code: string, chart: SavedChart) => Promise<unknown>

interface ChartSaves {
  /** Saves the newest chart of a market as soon as the earlier save is over. */
  save(code: string, chart: SavedChart): void
  /** Sends again what did not arrive. */
  retry(): void
  /** Drops what has not been sent, when another customer signs in. */
  drop(): void
}

/**
 * Sends charts one after the other, of each market only the newest, so that an older one never arrives last. What fails waits for the next
 * save or for `retry`, unless the server refused it.
 */
export function createChartSaves(send: Send, onFailure: (error: unknown) => 'again' | 'drop'): ChartSaves {
  const waiting = new Map<string, SavedChart>()
  let running = false
  const sendNext = async (): Promise<boolean> => {
    const [next] = waiting
    if (next === undefined) return false
    const [code, chart] = next
    waiting.delete(code)
    try {
      await send(code, chart)
      return true
    } catch (error) {
      if (onFailure(error) === 'drop') return true
      if (!waiting.has(code)) waiting.set(code, chart)
      return false
    }
  }
  const run = async () => {
    if (running) return
    running = true
    while (await sendNext());
    running = false
  }
  return {
    save: (code, chart) => {
      waiting.set(code, chart)
      void run()
    },
    retry: () => void run(),
    drop: () => waiting.clear(),
  }
}
