import { isStorable, type Quote } from '@candor/rules'

/** Drops quotes whose figures no feed can mean (`isStorable`): they get no number, and are neither shown nor stored. */
export class DroppedQuotes {
  private readonly listeners: ((quote: Quote) => void)[] = []

  /** Checks a quote that enters; reports one that is dropped. */
  passes(quote: Quote): boolean {
    if (isStorable(quote)) return true
    for (const listener of this.listeners) listener(quote)
    return false
  }

  onDropped(listener: (quote: Quote) => void): void {
    this.listeners.push(listener)
  }
}
