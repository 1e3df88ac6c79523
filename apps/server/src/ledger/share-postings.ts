import type { Bus } from '../platform/bus/bus.ts'
import type { Ledger } from './ledger.ts'

/** Forwards one process's postings to the ledger's listeners in all others: the engine then rereads those balances. */
export async function sharePostings(bus: Bus, ledger: Ledger): Promise<void> {
  if (bus.alone) return
  let relaying = false
  ledger.onPosted((accounts) => {
    if (!relaying) bus.publish('posted', accounts)
  })
  await bus.on('posted', (accounts) => {
    relaying = true
    ledger.announceAccounts(accounts)
    relaying = false
  })
}
