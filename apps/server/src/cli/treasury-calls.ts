import type { OpsCallName, OpsCalls, OpsInputOf, OpsResultOf } from '@candor/contract'
import { opsCalls } from '@candor/contract'
import { identityProofs } from '../accounts/identity-proofs.ts'
import { installationSecret } from '../accounts/secrets-store.ts'
import { hashOfToken, Tokens } from '../accounts/sessions/tokens.ts'
import type { Console } from '../back-office/operators/console.ts'
import type { Operator, OperatorOrService } from '../back-office/operators/operator.ts'
import type { OperatorSignIn } from '../back-office/operators/operators-context.ts'
import type { OpsHandlers } from '../back-office/operators/ops-handlers.ts'
import { OperatorSessions } from '../back-office/operators/sign-in/sessions-store.ts'
import { signIn, signOut } from '../back-office/operators/sign-in/sign-in.ts'
import { Parameters } from '../back-office/parameters/parameters.ts'
import { Proposals } from '../back-office/proposals/proposals.ts'
import { treasuryLedgerAccounts } from '../back-office/treasury/treasury.module.ts'
import { treasuryBackOffice } from '../back-office/treasury/treasury-ops.ts'
import { createLedger } from '../ledger/postgres-ledger.ts'
import type { ReservesFunds } from '../ledger/reserves-funds.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { readInput } from '../platform/http/input-issues.ts'
import { Refusal } from '../platform/http/refusal.ts'
import type { Secrets } from '../platform/keys/secrets.ts'
import { openLimits } from '../platform/limits/limit-rules.ts'
import { LoginThrottle } from '../platform/limits/login-throttle.ts'
import { createAudit } from '../proofs/audit/audit.ts'
import { hashOfShown } from '../proofs/shown-hash.ts'
import { lockCoin } from '../savings/savings-store.ts'
import { unreservedInterestMinor } from '../savings/unreserved-interest.ts'
import { unpaidFees } from '../trading/fees/unpaid-fees.ts'
import { openMargin } from '../trading/risk/exposure.ts'

/** An installation that the command line has opened. */
export interface OpenedInstallation {
  readonly db: Database
  readonly clock: Clock
  readonly sandbox: boolean
  readonly secrets: Secrets
}

/** Credentials of an operator. */
export type Credentials = OpsInputOf<OpsCalls['opsLogin']>

export type TreasuryCall =
  | 'opsTreasury'
  | 'opsProposeTreasury'
  | 'opsProposals'
  | 'opsProposal'
  | 'opsApproveProposal'
  | 'opsRejectProposal'
  | 'opsWithdrawProposal'

/** The treasury's calls as the console makes them, without a browser: the same sign-in, roles, proposals and postings. */
export interface TreasuryCalls {
  /** Reads without a sign-in, for a caller who can read the database anyway. */
  read<N extends 'opsTreasury' | 'opsProposals'>(
    name: N,
    input: OpsInputOf<OpsCalls[N]>,
  ): Promise<OpsResultOf<OpsCalls[N]>>
  /** Signs an operator in for the time of `work`, and out again. Refuses `credentialsWrong` for any wrong credential. */
  signedIn<T>(credentials: Credentials, work: (operator: SignedInOperator) => Promise<T>): Promise<T>
}

export interface SignedInOperator {
  readonly operator: Operator
  /** Carries out a call. Refuses `roleNotAllowed` for another role, `invalidInput` for an invalid input, and whatever the call refuses. */
  call<N extends TreasuryCall>(name: N, input: OpsInputOf<OpsCalls[N]>): Promise<OpsResultOf<OpsCalls[N]>>
}

const noCustomersFunds = (): never => {
  throw new Error('a move of the treasury takes nothing from a customer')
}
const noFunds: ReservesFunds = {
  reserve: noCustomersFunds,
  reserveUpTo: noCustomersFunds,
  settle: noCustomersFunds,
}

/**
 * Opens the treasury's calls, with or without a running server. `device` is the device name of the operators' session, which
 * they see in their own list of sign-ins.
 */
export async function openTreasuryCalls(
  installation: OpenedInstallation,
  device: string,
): Promise<TreasuryCalls> {
  const handlers = await openHandlers(installation)
  const carryOut = (name: TreasuryCall, input: unknown, operator: Operator | null): Promise<unknown> => {
    const handle = handlers[name] as (input: unknown, operator: Operator | null) => Promise<unknown>
    return handle(readInput(opsCalls[name], input), operator)
  }
  const door = await openSignIn(installation)
  return {
    read: async (name, input) => (await carryOut(name, input, null)) as never,
    signedIn: async (credentials, work) => {
      const { token } = await signIn(door, credentials, { address: 'command line', device })
      const operator = token === null ? 'ended' : await door.sessions.authenticate(token)
      if (typeof operator === 'string') throw new Refusal('credentialsWrong')
      try {
        return await work({
          operator,
          call: async (name, input) => {
            refuseRole(name, operator)
            return (await carryOut(name, input, operator)) as never
          },
        })
      } finally {
        await signOut(door, operator)
      }
    },
  }
}

/** Reads what the console's treasury shows, without a sign-in. */
export const readTreasury = async (
  installation: Omit<OpenedInstallation, 'secrets'>,
): Promise<OpsResultOf<OpsCalls['opsTreasury']>> => (await openHandlers(installation)).opsTreasury()

async function openHandlers({ db, clock, sandbox }: Omit<OpenedInstallation, 'secrets'>) {
  const ledger = createLedger(db, clock)
  const audit = createAudit(clock)
  const proposals = new Proposals({
    db,
    clock,
    audit,
    hashOf: hashOfShown,
    spending: { ledger, funds: noFunds },
  })
  const parameters = new Parameters(db, clock, { sandbox })
  await ledger.open(treasuryLedgerAccounts)
  const console: Console = {
    audit,
    propose: (request, operator) => proposals.propose(request, operator),
  }
  const treasury = treasuryBackOffice({
    ...{ db, clock, ledger, parameters, console },
    promises: { openMargin, unreservedInterestMinor, lockSavings: lockCoin, unpaidFees },
  })
  for (const kind of treasury.proposals) proposals.register(kind)
  return {
    ...treasury.handlers,
    // Null for a reader who did not sign in.
    opsProposals: (input, who: OperatorOrService | null) => proposals.list(input, who),
    opsProposal: ({ id }, operator) => proposals.show(id, operator),
    opsApproveProposal: ({ id, shownHash }, operator) => proposals.approve(id, shownHash, operator),
    opsRejectProposal: ({ id, reason }, operator) => proposals.reject(id, reason, operator),
    opsWithdrawProposal: ({ id }, operator) => proposals.withdraw(id, operator),
  } satisfies Required<Pick<OpsHandlers, TreasuryCall>>
}

async function openSignIn({ db, clock, sandbox, secrets }: OpenedInstallation): Promise<OperatorSignIn> {
  const parameters = new Parameters(db, clock, { sandbox })
  const { guesses } = openLimits({ db, clock }, (key) => parameters.value(key), sandbox)
  const tokens = new Tokens(await installationSecret(db.query, secrets, 'operator-tokens'))
  return {
    ...{ db, clock, secrets, identity: identityProofs },
    audit: createAudit(clock),
    loginThrottle: new LoginThrottle({ db, clock }, 'operators', guesses),
    sessions: new OperatorSessions(db, clock, tokens, hashOfToken),
  }
}

function refuseRole(name: OpsCallName, { role }: Operator): void {
  const { roles } = opsCalls[name]
  if (!(roles as readonly string[]).includes(role)) throw new Refusal('roleNotAllowed')
}
