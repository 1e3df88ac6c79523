import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { googleOf, singleSignOnOf } from '../platform/config/openid-settings.ts'
import { holderOf, lockFile } from '../platform/database/embedded/folder-lock.ts'
import { confinementOf } from '../platform/files/drawing/confinement.ts'
import { ageOfSecrets } from '../platform/keys/age-of-secrets.ts'
import { keyFileOf } from '../platform/keys/installation-key.ts'
import { discover, type OpenIdClient } from '../platform/openid/openid-provider.ts'
import { standingOfLists } from '../screening/standing-of-lists.ts'
import { say, sayFound } from './say.ts'

/** Reports how well this machine isolates the process that opens customers' pictures, how old the lists of names and the secrets are, and whether the sign-in providers respond. */
export async function doctorCommand({ data }: { readonly data: string }): Promise<void> {
  const { platform } = process
  const { holds, lacks } = confinementOf({ platform, userId: serverUserId(resolve(data)) })
  say('The process that redraws customers’ pictures:')
  for (const sentence of holds) say(`  yes  ${sentence}`)
  for (const sentence of lacks) say(`  no   ${sentence}`)
  say('The sanctions lists that customers’ names are compared with:')
  sayStandings(await standingOfLists(process.env.SCREENING_DIR || null, Date.now()))
  say('Secrets that do not expire by themselves:')
  sayStandings(ageOfSecrets(resolve(data), process.env.SECRETS_CHANGED || null, Date.now()))
  await checkProvider('Operators’ single sign-on:', singleSignOnOf(process.env))
  await checkProvider('Customers’ sign-in with Google:', googleOf(process.env))
}

/**
 * Returns the user id of the server of this data folder: that of the running one, otherwise of the one that made it. On a system without
 * user ids, null.
 */
function serverUserId(dataDir: string): number | null {
  const own = process.getuid?.() ?? null
  if (own === null) return null
  const running = holderOf(dataDir) === null ? [] : [join(dataDir, lockFile)]
  for (const path of [...running, keyFileOf(dataDir), dataDir]) {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found !== undefined) return found.uid
  }
  return own
}

function sayStandings(standings: readonly { readonly good: boolean; readonly sentence: string }[]): void {
  for (const { good, sentence } of standings) say(`  ${good ? 'yes' : 'no '}  ${sentence}`)
}

/** Nothing where it is not set: what is not used cannot be missing. */
async function checkProvider(what: string, client: OpenIdClient | null): Promise<void> {
  if (client === null) return
  say(what)
  try {
    await discover(client)
    say(`  yes  ${client.issuer} responds`)
  } catch (error) {
    sayFound(`  no   ${client.issuer} cannot be reached: ${reasonOf(error)}`)
  }
}

/** Returns the innermost reason: a refused connection is in the cause of fetch's error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message
}
