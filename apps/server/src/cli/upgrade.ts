import { resolve } from 'node:path'
import { inspectUpgrade, type UpgradeState } from '../platform/database/upgrade/inspect-upgrade.ts'
import { judgeUpgrade } from '../platform/database/upgrade/judge-upgrade.ts'
import { version } from '../platform/version.ts'
import { CommandError, say, sayFound } from './say.ts'
import { withOwner } from './with-owner.ts'

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

const inspect = (dataDir: string): Promise<UpgradeState> =>
  withOwner(dataDir, (client, { clusterDir }) => inspectUpgrade(client, { dataDir, clusterDir }))
