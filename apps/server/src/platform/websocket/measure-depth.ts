import { Counter, Gauge, type Registry } from 'prom-client'
import type { OpenedDepth } from '../../market-data/depth/open-depth.ts'
import type { DepthHub } from './depth-hub.ts'

/** Sockets that follow order books, and the books themselves, in the registry it is given. */
export function measureDepth(registry: Registry, hub: DepthHub, { figures }: OpenedDepth): void {
  const registers = [registry]
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(read())
      },
    })
  gauge('candor_depth_sockets', 'Open sockets that follow order books', () => hub.size)
  gauge(
    'candor_depth_markets',
    'Markets whose order book is followed at the exchange',
    () => figures().markets,
  )
  new Counter({
    name: 'candor_depth_resyncs_total',
    help: 'Order books read again because changes were missing or did not add up',
    registers,
    collect() {
      this.reset()
      this.inc(figures().resyncs)
    },
  })
}
