import type { OperatorRole, OpsCallName, OpsCalls, OpsInputOf } from '@candor/contract'
import { opsCalls } from '@candor/contract'
import { Secret, TOTP } from 'otpauth'
import { identityProofs } from '../accounts/identity-proofs.ts'
import { addOperator } from '../back-office/operators/people/add-operator.ts'
import { fillPath, queryOf } from '../platform/http/request-path.ts'
import { createAudit } from '../proofs/audit/audit.ts'
import type { CallResponse, TestApp } from './test-client.ts'

export interface TestOperator {
  readonly id: string
  readonly email: string
  readonly password: string
  readonly secret: string
  readonly cookie: string
  /** Makes a call of the operators' API over HTTP with this operator's session. */
  call(name: OpsCallName, input?: object): Promise<CallResponse>
}

/** Matches a mail to an operator: greeting, words, brand, reason and way to help. */
export const operatorFrame =
  /^Hello,\n\n[\s\S]+\n\n—\nCandor\n[\s\S]*operator of this platform\.\nQuestions\? Ask an admin of this platform\.$/

let operators = 0

/** Creates an operator of this role, signed in with password and second factor. */
export async function signInOperator(app: TestApp, role: OperatorRole): Promise<TestOperator> {
  operators += 1
  const email = `${role}${operators}@candor.example`
  const password = 'a long and plain phrase'
  const clock = { now: () => app.now() }
  const accounts = {
    db: app.db,
    clock,
    audit: createAudit(clock),
    identity: identityProofs,
    secrets: app.secrets,
  }
  const made = await addOperator(accounts, { email, role, password }, 'command-line')
  if ('refused' in made) throw new Error(`the operator was refused: ${made.refused}`)
  const { id, secret } = made
  const response = await callOps(app, 'opsLogin', { email, password, totp: codeNow(app, secret) }, '')
  const cookie = cookieIn(response)
  if (cookie === '') throw new Error(`sign-in answered ${response.text}`)
  return {
    id,
    email,
    password,
    secret,
    cookie,
    call: (name, input = {}) => callOps(app, name, input, cookie),
  }
}

/** The code an authenticator app shows at the server's present time. */
export const codeNow = (app: TestApp, secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret), period: 30, digits: 6 }).generate({ timestamp: app.now() })

/** Returns `name=value` as the browser would send it; empty when the response sets none. */
export const cookieIn = (response: CallResponse): string =>
  response.headers.get('set-cookie')?.split(';')[0] ?? ''

/** Makes a call of the operators' API with any cookie, or with none. */
export const callOps = (
  app: TestApp,
  name: OpsCallName,
  input: object,
  cookie: string,
): Promise<CallResponse> =>
  callOpsWith(app, name, input, { 'x-candor-console': '1', ...(cookie === '' ? {} : { cookie }) })

/** The same with headers of one's own. */
export function callOpsWith(
  app: TestApp,
  name: OpsCallName,
  input: object,
  given: Readonly<Record<string, string>>,
): Promise<CallResponse> {
  const { method, path: pattern } = opsCalls[name]
  const { path, rest } = fillPath(pattern, input)
  const headers = { 'content-type': 'application/json', ...given }
  if (method === 'POST') return app.request('POST', path, JSON.stringify(rest), headers)
  return app.request('GET', `${path}?${queryOf(rest)}`, null, headers)
}

type TreasuryRequest = OpsInputOf<OpsCalls['opsProposeTreasury']>
let references = 0

/** Proposes a move of the treasury: money put in by default, with its own reference. */
export function proposeTreasury(
  by: TestOperator,
  { place, amount, ...fields }: Partial<TreasuryRequest> & Pick<TreasuryRequest, 'place' | 'amount'>,
): Promise<CallResponse> {
  references += 1
  const usual = { act: 'put-in', to: null, coin: 'USDT', reason: 'capital of the house' } as const
  return by.call('opsProposeTreasury', {
    ...usual,
    reference: `bank ${references}`,
    place,
    amount,
    ...fields,
  })
}

/** Approves another operator's proposal, on the hash of what is shown. */
export async function approveProposal(by: TestOperator, proposed: CallResponse): Promise<CallResponse> {
  if (proposed.code !== 200) return proposed
  const { id } = proposed.result
  const { shownHash } = (await by.call('opsProposal', { id })).result
  return by.call('opsApproveProposal', { id, shownHash })
}
