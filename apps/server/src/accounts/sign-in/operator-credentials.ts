import type { OperatorCredentials } from '../../back-office/operators/operators-context.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/keys/secrets.ts'
import type { Limits } from '../../platform/limits/limit-rules.ts'
import { LoginThrottle } from '../../platform/limits/login-throttle.ts'
import { identityProofs } from '../identity-proofs.ts'
import { installationSecret } from '../secrets-store.ts'
import { hashOfToken, Tokens } from '../sessions/tokens.ts'
import type { PasskeyStore } from './passkey-store.ts'
import { Passkeys } from './passkeys.ts'
import type { RelyingParty } from './relying-party.ts'

interface OperatorCredentialsOptions {
  readonly db: Database
  readonly clock: Clock
  readonly secrets: Secrets
  readonly limits: Pick<Limits, 'guesses' | 'serviceTokens'>
  /** Relying party of the console's address. */
  readonly party: RelyingParty
  readonly passkeys: PasskeyStore
}

/** Opens the ways of signing in for operators, with secrets, passkeys and guesses of their own. */
export async function operatorCredentials({
  db,
  clock,
  secrets,
  limits,
  party,
  passkeys,
}: OperatorCredentialsOptions): Promise<OperatorCredentials> {
  return {
    secrets,
    identity: identityProofs,
    tokens: new Tokens(await installationSecret(db.query, secrets, 'operator-tokens')),
    hashOf: hashOfToken,
    passkeys: new Passkeys({ db, clock, party, store: passkeys }),
    loginThrottle: new LoginThrottle({ db, clock }, 'operators', limits.guesses),
    services: {
      tokens: new Tokens(await installationSecret(db.query, secrets, 'service-tokens')),
      budget: limits.serviceTokens,
    },
  }
}
