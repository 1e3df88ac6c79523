import type { OpsCallName, OpsCalls, OpsInputOf, OpsResultOf } from '@candor/contract'
import { opsCalls } from '@candor/contract'
import { identityParts } from '../accounts/identity-parts.ts'
import { installationSecret } from '../accounts/secrets-store.ts'
import { hashOfToken, Tokens } from '../accounts/tokens.ts'
import type { Operator } from '../back-office/operators/operator.ts'
import type { OpsHandlers } from '../back-office/operators/ops-handlers.ts'
import { Proposals } from '../back-office/operators/proposals.ts'
import { OperatorSessions } from '../back-office/operators/sessions-store.ts'
import { signIn, signOut } from '../back-office/operators/sign-in.ts'
import { Parameters } from '../back-office/parameters/parameters.ts'
import { createLedger } from '../ledger/postgres-ledger.ts'
import type { ReservesFunds } from '../ledger/reserves-funds.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { readInput } from '../platform/http/input-issues.ts'
import { Refusal } from '../platform/http/refusal.ts'
import type { Secrets } from '../platform/keys/secrets.ts'
import { openLimits } from '../platform/limits/limit-rules.ts'
import { LoginThrottle } from '../platform/limits/login-throttle.ts'
import { createAudit } from '../proofs/audit.ts'
import { openTreasury } from './open-treasury.ts'
import { hashOfShown } from './shown-hash.ts'

export interface DeskParts {
  readonly db: Database
  readonly clock: Clock
  readonly sandbox: boolean
  readonly secrets: Secrets
  /** Device name of the operators' session; they find it in the list of their own sign-ins. */
  readonly device: string
}

/** Credentials of an operator. */
export type Credentials = OpsInputOf<OpsCalls['opsLogin']>

export type DeskCall =
  | 'opsTreasury'
  | 'opsProposeTreasury'
  | 'opsProposals'
  | 'opsProposal'
  | 'opsApproveProposal'
  | 'opsRejectProposal'
  | 'opsWithdrawProposal'

/** The treasury's calls as the console makes them, without a browser: the same door, roles, proposals and postings. */
export interface TreasuryDesk {
  /** Reads without a sign-in, for a caller who can read the database anyway. */
  read<N extends 'opsTreasury' | 'opsProposals'>(
    name: N,
    input: OpsInputOf<OpsCalls[N]>,
  ): Promise<OpsResultOf<OpsCalls[N]>>
  /** Signs an operator in for the time of `work` (`credentialsWrong` whatever is wrong), and out again. */
  signedIn<T>(credentials: Credentials, work: (person: DeskPerson) => Promise<T>): Promise<T>
}

export interface DeskPerson {
  readonly operator: Operator
  /** Refuses `roleNotAllowed` another role, `invalidInput` what is no input of the call, and whatever the call refuses. */
  ask<N extends DeskCall>(name: N, input: OpsInputOf<OpsCalls[N]>): Promise<OpsResultOf<OpsCalls[N]>>
}

const unasked = (): never => {
  throw new Error('a move of the treasury takes nothing from a customer')
}
const nobodysFunds: ReservesFunds = { reserve: unasked, reserveUpTo: unasked, settle: unasked }

export async function openTreasuryDesk({
  db,
  clock,
  sandbox,
  secrets,
  device,
}: DeskParts): Promise<TreasuryDesk> {
  const ledger = createLedger(db, clock)
  const audit = createAudit(clock)
  const tokens = new Tokens(await installationSecret(db.query, secrets, 'operator-tokens'))
  const sessions = new OperatorSessions(db, clock, tokens, hashOfToken)
  const proposals = new Proposals({
    db,
    clock,
    audit,
    transaction: (work) => ledger.transaction(work),
    hashOf: hashOfShown,
    spending: { ledger, funds: nobodysFunds },
  })
  let handlers: OpsHandlers = {
    // Null for who reads without signing in.
    opsProposals: (input, operator: Operator | null) => proposals.list(input, operator),
    opsProposal: ({ id }, operator) => proposals.show(id, operator),
    opsApproveProposal: ({ id, shownHash }, operator) => proposals.approve(id, shownHash, operator),
    opsRejectProposal: ({ id, reason }, operator) => proposals.reject(id, reason, operator),
    opsWithdrawProposal: ({ id }, operator) => proposals.withdraw(id, operator),
  }
  await openTreasury({
    db,
    clock,
    ledger,
    parameters: new Parameters(db, clock, { sandbox }),
    console: {
      registerProposalKind: (kind) => proposals.register(kind),
      propose: (request, operator) => proposals.propose(request, operator),
      handle: (more) => {
        handlers = { ...handlers, ...more }
      },
    },
  })
  const carryOut = (name: DeskCall, input: unknown, operator: Operator | null): Promise<unknown> => {
    const handle = handlers[name] as
      | ((input: unknown, operator: Operator | null) => Promise<unknown>)
      | undefined
    if (handle === undefined) throw new Error(`no handler for ${name}`)
    return handle(readInput(opsCalls[name], input), operator)
  }
  const { guesses } = openLimits({ db, clock, parameters: new Parameters(db, clock, { sandbox }), sandbox })
  const loginThrottle = new LoginThrottle({ db, clock }, 'operators', guesses)
  const signInDeps = { db, clock, audit, secrets, identity: identityParts, loginThrottle, sessions }
  return {
    read: async (name, input) => (await carryOut(name, input, null)) as never,
    signedIn: async (credentials, work) => {
      const { token } = await signIn(signInDeps, credentials, { address: 'command line', device })
      const operator = token === null ? 'ended' : await sessions.authenticate(token)
      if (typeof operator === 'string') throw new Refusal('credentialsWrong')
      try {
        return await work({
          operator,
          ask: async (name, input) => {
            refuseRole(name, operator)
            return (await carryOut(name, input, operator)) as never
          },
        })
      } finally {
        await signOut(signInDeps, operator)
      }
    },
  }
}

function refuseRole(name: OpsCallName, { role }: Operator): void {
  const { roles } = opsCalls[name]
  if (!(roles as readonly string[]).includes(role)) throw new Refusal('roleNotAllowed')
}
