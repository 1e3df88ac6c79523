import type { ContractOrder } from '../generated/entities.ts'

const isRunning = ({ status }: ContractOrder) => status === 'pending' || status === 'open'

/** Messages of one moment may arrive in another order than their orders were created. */
const overlapMs = 60_000

/** Remembers what was reported, from which follows what an interruption may have hidden. */
export class SeenOrders {
  private readonly onOrder: (order: ContractOrder) => void
  private readonly runningIds = new Set<string>()
  /** Orders that the stream reported since the connection began: what is read meanwhile may be older. */
  private live = new Set<string>()
  /** Creation time of the newest reported order, or the time at which the stream began. Epoch ms. */
  private newestMs = 0
  /** All orders created before were reported. Epoch ms. */
  private completeMs = 0
  /** True once the orders of the last interruption were read. */
  private isComplete = false

  constructor(onOrder: (order: ContractOrder) => void) {
    this.onOrder = onOrder
  }

  /** Begins a connection; returns the orders that its stream reports. */
  begin(): ReadonlySet<string> {
    if (this.isComplete) this.completeMs = this.newestMs
    this.isComplete = false
    this.live = new Set()
    return this.live
  }

  isCurrent(live: ReadonlySet<string>): boolean {
    return this.live === live
  }

  startAt(atMs: number): void {
    if (this.newestMs === 0) this.newestMs = atMs
    if (this.completeMs === 0) this.completeMs = atMs
  }

  /** Orders that were pending or open when last reported. */
  running(): ReadonlySet<string> {
    return new Set(this.runningIds)
  }

  /** Orders created before were all reported. */
  since(): string {
    return new Date(Math.max(0, this.completeMs - overlapMs)).toISOString()
  }

  complete(): void {
    this.isComplete = true
  }

  reportLive(order: ContractOrder): void {
    this.live.add(order.id)
    this.report(order)
  }

  report(order: ContractOrder): void {
    if (isRunning(order)) this.runningIds.add(order.id)
    else this.runningIds.delete(order.id)
    this.newestMs = Math.max(this.newestMs, Date.parse(order.createdAt))
    this.onOrder(order)
  }
}
