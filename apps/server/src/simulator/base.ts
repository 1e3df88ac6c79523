import { join } from 'node:path'
import { fundHouse, openHouseAccounts } from '../ledger/fund-sandbox.ts'
import { type AccountRef, house } from '../ledger/ledger.ts'
import { createLedger } from '../ledger/postgres-ledger.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { withClient } from '../platform/database/database-server.ts'
import { PersonKeys } from '../platform/files/person-keys.ts'
import { makeInstallationKey } from '../platform/keys/installation-key.ts'
import { Secrets } from '../platform/keys/secrets.ts'
import { addPeople } from './customers/people.ts'
import type { Driver } from './driver.ts'
import { openPlatform } from './platform.ts'
import { Chance } from './surroundings/chance.ts'
import { type Cluster, templateDatabase } from './surroundings/cluster.ts'

/** A real installation, whose operator's accounts were funded before. */
export function configOf(dataDir: string, sandbox: boolean): Config {
  const config = readConfig(['--port', '0', '--data', join(dataDir, 'installation')], {}, '/')
  return { ...config, sandbox, checkResults: true }
}

/** Makes the base where another run has not made it before. */
export async function ensureBase(cluster: Cluster, driver: Driver, nowMs: number): Promise<void> {
  if (!(await cluster.has(cluster.base))) await createBase(cluster, driver, nowMs)
}

/** Opens the platform once on a new database, with its sample content, and adds the people who act. */
async function createBase(cluster: Cluster, driver: Driver, nowMs: number): Promise<void> {
  const { base } = cluster
  await cluster.clone(templateDatabase, base)
  const database = cluster.as('app', base)
  const db = openDatabase({ ...database, max: 4 })
  const ledger = createLedger(db, { now: () => nowMs })
  await openHouseAccounts(ledger)
  await fundHouse(ledger, true)
  const config = configOf(cluster.dataDir, true)
  await driver.statements.restart(new Chance(0), cluster.as('superuser', base))
  const opening = openPlatform({ name: 'base', config, database, clockOffsetMs: 0, wire: null })
  const platform = await driver.awaited(opening, 'the base')
  await driver.awaited(platform.stop(), 'the base')
  await driver.statements.restart(new Chance(0), null)
  const [installationKey] = makeInstallationKey(config.dataDir)
  const keys = new PersonKeys(installationKey, { now: () => nowMs })
  const secrets = new Secrets(installationKey)
  await withClient(cluster.as('owner', base), (owner) =>
    addPeople({ db, ledger, keys, secrets, owner, atMs: nowMs }),
  )
  for (const [asset, minor] of [
    ['USDT', 100_000_000_000n],
    ['BTC', 100_000_000n],
  ] as const)
    await ledger.post({
      id: `start:savings-reserve:${asset}`,
      reference: null,
      steps: [
        {
          do: 'transfer',
          kind: 'operator-funding',
          from: own('world', asset),
          to: own('savings-reserve', asset),
          minor,
        },
      ],
    })
  await db.close()
}

const own = (name: AccountRef['class'], asset: AccountRef['asset']): AccountRef => ({
  class: name,
  owner: house,
  asset,
})
