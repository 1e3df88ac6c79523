import type { Logger } from 'pino'
import type { IdentityProofs } from '../../accounts/identity-proofs.ts'
import type { Tokens } from '../../accounts/sessions/tokens.ts'
import type { Passkeys } from '../../accounts/sign-in/passkeys.ts'
import type { ClockedDatabase } from '../../platform/database/database.ts'
import type { Messenger } from '../../platform/email/messenger.ts'
import type { Secrets } from '../../platform/keys/secrets.ts'
import type { LoginThrottle } from '../../platform/limits/login-throttle.ts'
import type { RequestBudget } from '../../platform/limits/request-budget.ts'
import type { Audit } from '../../proofs/audit/audit.ts'
import type { OperatorSessions } from './sign-in/sessions-store.ts'
import type { SsoDoor } from './sign-in/sso-provider.ts'
import type { TellOwner } from './sign-in/tell-owner.ts'

/** Port from accounts: proofs of identity of operators, the same as customers'. */
export interface OperatorCredentials {
  readonly identity: IdentityProofs
  readonly secrets: Secrets
  readonly tokens: Tokens
  /** The digest that is stored of a token. */
  readonly hashOf: (token: string) => Buffer
  readonly passkeys: Passkeys
  readonly loginThrottle: LoginThrottle
  /** Of service tokens: what makes their secrets, and the limit of requests with one. */
  readonly services: { readonly tokens: Tokens; readonly budget: RequestBudget }
}

/** Accounts of operators, with what makes and checks their credentials. The command line, which opens no module, has only these. */
export interface OperatorAccounts extends ClockedDatabase {
  readonly audit: Audit
  readonly identity: IdentityProofs
  readonly secrets: Secrets
}

/** Sign-in with password and second factor, for the console and the command line. */
export interface OperatorSignIn extends OperatorAccounts {
  readonly loginThrottle: LoginThrottle
  readonly sessions: OperatorSessions
}

/** Context of this module's functions. */
export interface OperatorsContext extends OperatorSignIn, OperatorCredentials {
  readonly log: Logger
  readonly sandbox: boolean
  /** Sends a message; resolves when the mail server accepted it, and throws otherwise. */
  readonly messenger: Messenger
  readonly tellOwner: TellOwner
  /** Null: not offered here. */
  readonly sso: SsoDoor | null
  /**
   * The console's address, from the configuration and never from a request, whose `Host` can be forged. Null: unknown before
   * the server listens.
   */
  readonly consoleUrl: () => string | null
}
