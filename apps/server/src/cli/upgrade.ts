import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { databaseSettingsOf } from '../platform/config/certificate-settings.ts'
import { openDatabaseServer, withClient, withGivenDatabase } from '../platform/database/database-server.ts'
import { notedIn } from '../platform/database/embedded/outside.ts'
import { inspectUpgrade, type UpgradeState } from '../platform/database/upgrade/inspect-upgrade.ts'
import { judgeUpgrade } from '../platform/database/upgrade/judge-upgrade.ts'
import { version } from '../platform/version.ts'
import { quiet, runningOn } from './open-data.ts'
import { CommandError, say, sayFound } from './say.ts'

/** Says what an upgrade of an installation to this version would do, and what has to be done before. Changes nothing. */
export async function checkUpgradeCommand({ data }: { readonly data: string }): Promise<void> {
  const folder = resolve(data)
  const state = await inspect(folder)
  if (state.nature === 'new') throw new CommandError('The database is empty: there is nothing to upgrade.')
  const findings = judgeUpgrade(state, Date.now())
  say(`An upgrade of the installation in ${folder} to Candor ${version}:`)
  for (const { good, sentence } of findings) say(`  ${good ? 'yes' : 'no '}  ${sentence}`)
  if (findings.every(({ good }) => good)) say('It may be upgraded. CHANGELOG.md has the upgrade notes.')
  else sayFound('Do first what is marked with “no”. Nothing was changed.')
}

async function inspect(dataDir: string): Promise<UpgradeState> {
  const { databaseUrl } = databaseSettingsOf(process.env)
  if (databaseUrl !== null)
    return withGivenDatabase(databaseUrl, (client) => inspectUpgrade(client, { dataDir, clusterDir: null }))
  const clusterDir = notedIn(dataDir) ?? join(dataDir, 'postgres')
  const running = await runningOn(dataDir)
  if (running !== null)
    return withClient(running.owner, (client) => inspectUpgrade(client, { dataDir, clusterDir }))
  if (!existsSync(clusterDir))
    throw new CommandError(`There is no installation in ${dataDir}: pass its data folder with --data.`)
  // PostgreSQL runs for the time of the command.
  const server = await openDatabaseServer({ dataDir, databaseUrl: null, log: quiet })
  try {
    return await withClient(server.owner, (client) => inspectUpgrade(client, { dataDir, clusterDir }))
  } finally {
    await server.stop()
  }
}
