/**
 * Work on one thing at a time, in order of arrival. An edit to a dearer level first holds what the order lacks and waits for
 * that commit: the next edit of the same order must see what is held by then, or each would hold the same again.
 */
export class OrderTurns {
  private readonly last = new Map<string, Promise<unknown>>()

  /** Begins `work` after all earlier work under this name has ended, successfully or not. */
  take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.last.get(name) ?? Promise.resolve()).then(work)
    const end = (): void => this.end(name, over)
    const over: Promise<void> = turn.then(end, end)
    this.last.set(name, over)
    return turn
  }

  private end(name: string, over: Promise<void>): void {
    if (this.last.get(name) === over) this.last.delete(name)
  }
}
