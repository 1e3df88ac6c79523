import type { ServerContext } from '../module.ts'
import type { LoginThrottle } from '../platform/limits/login-throttle.ts'
import type { ProofOfWork } from '../platform/limits/proof-of-work.ts'
import type { AccountsCore } from './accounts-core.ts'
import type { AccountsPorts } from './accounts-ports.ts'
import type { CodeSender } from './codes/code-sender.ts'
import type { SentCodes } from './codes/codes-store.ts'
import type { Passkeys } from './sign-in/passkeys.ts'
import type { RecoveryCodes } from './sign-in/recovery-codes.ts'

/** Proofs of who a customer is, and limits for those who guess. */
interface IdentityGuards {
  readonly codes: SentCodes
  readonly codeSender: CodeSender
  readonly recovery: RecoveryCodes
  readonly loginThrottle: LoginThrottle
  readonly passkeys: Passkeys
  readonly work: ProofOfWork
}

/** The module in operation: the server's context, the accounts' own stores and guards, and the ports to other modules. */
export interface OpenedAccounts extends ServerContext, AccountsCore, IdentityGuards, AccountsPorts {}
