import type { Logger } from 'pino'
import { installationSecret } from '../accounts/secrets-store.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { Bus } from '../platform/bus/bus.ts'
import { PostgresWire } from '../platform/bus/postgres-wire.ts'
import type { Wire } from '../platform/bus/wire.ts'
import type { Config } from '../platform/config.ts'
import type { ShutdownStack } from '../platform/shutdown-stack.ts'
import type { AccountEvents } from '../platform/websocket/account-events.ts'
import type { Foundation } from './open-foundation.ts'

/** Connects this process with the others of its installation. Does nothing with an embedded database, which is never shared. */
export async function openBus(
  config: Config,
  log: Logger,
  closing: ShutdownStack,
  { db, app, secrets }: Foundation,
): Promise<Bus> {
  const wire = await openWire()
  const bus = await Bus.open(wire, log)
  closing.add(() => bus.close())
  return bus

  async function openWire(): Promise<Wire | null> {
    if (config.natsUrl !== null) {
      // Loaded only where it is used: every start is spared it.
      const { openNatsWire } = await import('../platform/bus/nats-wire.ts')
      const secret = await installationSecret(db.query, secrets, 'bus')
      return openNatsWire(config.natsUrl, secret.toString('hex').slice(0, 24), log)
    }
    return config.databaseUrl === null ? null : PostgresWire.open(app, log)
  }
}

/** Publishes account events to a customer's open tabs, in every process that holds their sockets. */
export async function shareEvents(
  bus: Bus,
  here: AccountEvents | null,
  onSessionEnded: (sessionId: string) => void,
): Promise<AccountEvents> {
  await bus.on('sessionEnded', ({ sessionId }) => {
    onSessionEnded(sessionId)
    here?.endSession(sessionId)
  })
  if (here !== null)
    await bus.on('account', ({ userId, mode, type, data }) => here.publish(userId, mode, type, data))
  return {
    publish: (userId, mode, type, data) => {
      here?.publish(userId, mode, type, data)
      bus.publish('account', { userId, mode, type, data })
    },
    endSession: (sessionId) => {
      here?.endSession(sessionId)
      bus.publish('sessionEnded', { sessionId })
    },
  }
}

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
