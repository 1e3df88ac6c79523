import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { ShutdownStack } from '../shutdown-stack.ts'
import { Bus } from './bus.ts'
import { PostgresWire } from './postgres-wire.ts'
import type { Wire } from './wire.ts'

export interface BusOptions {
  /** Settings for a separate connection with the application's role. */
  readonly app: pg.PoolConfig
  /** Secret of the installation that separates its messages from those of others. */
  readonly secret: () => Promise<Buffer>
}

/** Connects this process with the others of its installation. Does nothing with an embedded database, which is never shared. */
export async function openBus(
  config: Config,
  log: Logger,
  closing: ShutdownStack,
  options: BusOptions,
): Promise<Bus> {
  const bus = await Bus.open(await openWire(config, log, options), log)
  closing.add('messages between processes', () => bus.close())
  return bus
}

async function openWire(
  { natsUrl, natsTls, databaseUrl }: Config,
  log: Logger,
  { app, secret }: BusOptions,
): Promise<Wire | null> {
  if (natsUrl === null) return databaseUrl === null ? null : PostgresWire.open(app, log)
  // Loaded only where it is used: every start is spared it.
  const { openNatsWire } = await import('./nats-wire.ts')
  return openNatsWire({ url: natsUrl, tls: natsTls }, (await secret()).toString('hex').slice(0, 24), log)
}
