import type { Logger } from 'pino'
import type { Parameters } from '../back-office/parameters/parameters.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/database/database.ts'
import type { Secrets } from '../platform/keys/secrets.ts'
import type { Limits } from '../platform/limits/limit-rules.ts'
import { Users } from './accounts-store.ts'
import { ApiKeys } from './api-keys/api-keys.ts'
import { customerDirectory } from './customers/customer-directory.ts'
import { isStopped } from './freezes/freezes.ts'
import { openUndoTokens, type UndoToken } from './profile/undoings-store.ts'
import { type CountryStandings, countryStandings } from './registration/country-standings.ts'
import { installationSecret } from './secrets-store.ts'
import { Sessions } from './sessions/sessions-store.ts'
import { Tokens } from './sessions/tokens.ts'
import { type GoogleDoor, openGoogle } from './sign-in/google.ts'
import { type RelyingParty, relyingPartyOf } from './sign-in/relying-party.ts'

interface AccountsCoreOptions {
  readonly db: Database
  readonly clock: Clock
  readonly log: Logger
  readonly config: Pick<Config, 'publicUrl' | 'google' | 'sandbox'>
  readonly secrets: Secrets
  readonly parameters: Parameters
  readonly limits: Limits
}

/** Parts of the accounts that are needed before any module opens: sessions and API keys by HTTP and the live hub, customers by letters. */
export interface AccountsCore {
  readonly secrets: Secrets
  readonly limits: Limits
  readonly users: Users
  readonly customers: ReturnType<typeof customerDirectory>
  readonly sessions: Sessions
  readonly apiKeys: ApiKeys
  readonly undoToken: UndoToken
  readonly party: RelyingParty
  /** Null where the operator has not turned it on. */
  readonly google: GoogleDoor | null
  readonly countryStanding: CountryStandings
  /** Returns the data that decides about a customer's new risk. */
  readonly customerOf: (
    userId: string,
  ) => Promise<{ readonly country: string | null; readonly frozen: boolean }>
  readonly isVerified: (userId: string) => Promise<boolean>
}

export async function openAccountsCore(options: AccountsCoreOptions): Promise<AccountsCore> {
  const { db, clock, log, config, secrets, parameters, limits } = options
  const users = new Users(db)
  const customers = customerDirectory(users)
  const party = relyingPartyOf(config.publicUrl)
  const keyTokens = new Tokens(await installationSecret(db.query, secrets, 'api-keys'))
  return {
    ...{ secrets, limits, users, customers, party },
    sessions: new Sessions(db, clock, new Tokens(await installationSecret(db.query, secrets, 'tokens'))),
    apiKeys: new ApiKeys({ db, clock, tokens: keyTokens, budget: limits.apiKeys }),
    undoToken: await openUndoTokens(db, secrets),
    google: openGoogle(config, party, log),
    countryStanding: countryStandings({ parameters, sandbox: config.sandbox }),
    isVerified: async (userId) => (await customers.byId(userId)).verified,
    customerOf: async (userId) => {
      const customer = await users.standingOf(userId)
      return { country: customer.country, frozen: isStopped(customer) }
    },
  }
}
