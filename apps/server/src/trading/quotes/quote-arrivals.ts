import type { PriceBoard } from '../../market-data/price-board/price-board.ts'

interface Arrival {
  readonly arrived: Promise<void>
  readonly resolve: () => void
}

/** Lets calls wait for a market's next tradable quote. */
export class QuoteArrivals {
  private readonly next = new Map<string, Arrival>()
  private readonly unsubscribe: () => void

  /** Subscribe after the engine: a call that waited then finds the quote taken, or on its way. */
  constructor(board: PriceBoard) {
    this.unsubscribe = board.onTradable(({ code }) => {
      this.next.get(code)?.resolve()
      this.next.delete(code)
    })
  }

  /** Resolves when the market's next tradable quote has arrived. */
  nextOf(code: string): Promise<void> {
    const waited = this.next.get(code)
    if (waited !== undefined) return waited.arrived
    const { promise: arrived, resolve } = promiseWithResolver()
    this.next.set(code, { arrived, resolve })
    return arrived
  }

  /** Listens no more, and lets everyone who waits look once more. */
  close(): void {
    this.unsubscribe()
    for (const { resolve } of this.next.values()) resolve()
    this.next.clear()
  }
}

function promiseWithResolver(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
