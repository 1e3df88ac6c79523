import { Gauge, type Registry } from 'prom-client'
import type { Role } from '../config/roles.ts'
import type { Standing } from '../leadership.ts'

const led = ['feeds', 'engine'] as const

/** Registers a gauge: 1 in the one process that leads, 0 in those that stand by. */
export function measureLeading(
  registry: Registry,
  roles: readonly Role[],
  leaders: Readonly<Record<(typeof led)[number], { standing(): Standing }>>,
): void {
  new Gauge({
    name: 'candor_leads',
    help: '1 where this process leads, 0 where it stands by',
    labelNames: ['role'],
    registers: [registry],
    collect() {
      for (const role of led)
        if (roles.includes(role)) this.set({ role }, leaders[role].standing() === 'leads' ? 1 : 0)
    },
  })
}
