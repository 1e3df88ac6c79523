/** What is watched of an option until its end. */
export interface Expiring {
  readonly id: string
  readonly code: string
  /** Epoch ms. */
  readonly expiresAt: number
}

/**
 * Open options in memory, a heap a market by their end: a quote costs one look at the top, and O(log n) for each option
 * it ends, whatever else is running. One taken out otherwise stays in its heap and is passed over there.
 */
export class ExpiryWatch<T extends Expiring> {
  private readonly heaps = new Map<string, T[]>()
  private readonly watched = new Map<string, T>()

  get size(): number {
    return this.watched.size
  }

  /** Watching twice is watching once. */
  add(option: T): void {
    if (this.watched.has(option.id)) return
    this.watched.set(option.id, option)
    const heap = this.heaps.get(option.code)
    if (heap === undefined) this.heaps.set(option.code, [option])
    else rise(heap, option)
  }

  /** Takes out every option of the market that has ended at `atMs`, the earliest first. */
  takeEnded(code: string, atMs: number): T[] {
    const heap = this.heaps.get(code)
    const ended: T[] = []
    for (
      let top = heap?.[0];
      heap !== undefined && top !== undefined && top.expiresAt <= atMs;
      top = heap[0]
    ) {
      sink(heap)
      if (this.watched.delete(top.id)) ended.push(top)
    }
    return ended
  }

  /** The markets in which something is watched. */
  codes(): string[] {
    return [...this.heaps.keys()]
  }

  /** Takes out what `which` names, ended or not. */
  takeWhere(which: (option: T) => boolean): T[] {
    const taken = [...this.watched.values()].filter(which)
    for (const option of taken) this.watched.delete(option.id)
    return taken
  }
}

function rise<T extends Expiring>(heap: T[], option: T): void {
  let at = heap.push(option) - 1
  while (at > 0) {
    const parent = (at - 1) >> 1
    const above = heap[parent] as T
    if (above.expiresAt <= option.expiresAt) break
    heap[at] = above
    at = parent
  }
  heap[at] = option
}

/** Takes the top away. */
function sink<T extends Expiring>(heap: T[]): void {
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return
  let at = 0
  for (let child = earlier(heap, 1); child < heap.length; child = earlier(heap, 2 * at + 1)) {
    const below = heap[child] as T
    if (last.expiresAt <= below.expiresAt) break
    heap[at] = below
    at = child
  }
  heap[at] = last
}

function earlier<T extends Expiring>(heap: readonly T[], left: number): number {
  const right = heap[left + 1]
  return right !== undefined && right.expiresAt < (heap[left] as T).expiresAt ? left + 1 : left
}
