import { Gauge, type Registry } from 'prom-client'
import type { AccountHub } from './account-hub.ts'

/** Open account sockets, in the registry it is given. */
export function measureAccounts(registry: Registry, hub: AccountHub): void {
  new Gauge({
    name: 'candor_account_sockets',
    help: 'Open account sockets',
    registers: [registry],
    collect() {
      this.set(hub.size)
    },
  })
}
