import type { AccountMode } from '@candor/rules'

/** Data of an option that is watched until its end. */
export interface Expiring {
  readonly id: string
  readonly code: string
  readonly mode: AccountMode
  /** Epoch ms. */
  readonly expiresAt: number
}

/**
 * Open options in memory, in one heap per market and mode, ordered by their end: a quote costs one look at the top, and O(log n) for each
 * option it ends. An option that is removed otherwise stays in its heap and is skipped there.
 */
export class ExpiryWatch<T extends Expiring> {
  private readonly heaps = new Map<string, T[]>()
  private readonly watched = new Map<string, T>()

  get size(): number {
    return this.watched.size
  }

  has(id: string): boolean {
    return this.watched.has(id)
  }

  /** Watching twice is watching once. */
  add(option: T): void {
    if (this.watched.has(option.id)) return
    this.watched.set(option.id, option)
    const key = heapKey(option)
    const heap = this.heaps.get(key)
    if (heap === undefined) this.heaps.set(key, [option])
    else rise(heap, option)
  }

  /** Takes out every option of the market and mode that has ended at `atMs`, the earliest first. */
  takeEnded(place: Pick<Expiring, 'code' | 'mode'>, atMs: number): T[] {
    return this.takeFrom(this.heaps.get(heapKey(place)) ?? [], atMs)
  }

  /** Removes and returns every option of any market that has ended at `atMs`. */
  takeAllEnded(atMs: number): T[] {
    return [...this.heaps.values()].flatMap((heap) => this.takeFrom(heap, atMs))
  }

  private takeFrom(heap: T[], atMs: number): T[] {
    const ended: T[] = []
    for (let top = heap[0]; top !== undefined && top.expiresAt <= atMs; top = heap[0]) {
      sink(heap)
      if (this.watched.delete(top.id)) ended.push(top)
    }
    return ended
  }

  /** Takes out what `which` names, ended or not. */
  takeWhere(which: (option: T) => boolean): T[] {
    const taken = [...this.watched.values()].filter(which)
    for (const option of taken) this.watched.delete(option.id)
    return taken
  }
}

const heapKey = ({ code, mode }: Pick<Expiring, 'code' | 'mode'>): string => `${mode} ${code}`

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
