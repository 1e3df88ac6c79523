import { type CallName, type OpsCallName, opsCalls } from '@candor/contract'
import { customerPasskeys } from '../../accounts/sign-in/passkey-store.ts'
import { addTestPasskey } from '../../accounts/test-passkey.ts'
import { caseOf as identityCaseOf } from '../../kyc/kyc-store.ts'
import { chartWithText } from '../../testing/test-charts.ts'
import { type CallResponse, resultOf, samplePicture, type TestApp } from '../../testing/test-client.ts'
import { claimIdentity, identityForm } from '../../testing/test-identity.ts'
import { approveProposal, signInOperator, type TestOperator } from '../../testing/test-operators.ts'
import { inputs } from '../authorisation/customers-asks.ts'
import { fund } from '../authorisation/customers-cast.ts'
import { caseReasons, opsInputs, opsNamed } from '../authorisation/operators-asks.ts'
import { hold, makeOpsThings, type OpsThings, proposalOf } from '../authorisation/operators-cast.ts'
import { fittingTexts, oddTexts } from './odd-texts.ts'
import { type TextOperation, textOperationsOf, withText } from './text-fields.ts'

type Person = Awaited<ReturnType<TestApp['signUp']>>

export interface Entered {
  /** Every field that took a text, as `call.field`, with the texts' numbers. */
  readonly taken: Readonly<Record<string, readonly number[]>>
  /** Calls that refused their request despite valid rows, with the response. */
  readonly refused: Readonly<Record<string, string>>
  /** Fields, as `call.field`, that failed on a text of spaces alone instead of refusing it. */
  readonly failed: readonly string[]
  readonly customer: Person
  readonly things: OpsThings
  /** Ids that the texts can be found by. */
  readonly article: string
  readonly loan: string
  readonly work: string
  /** An identity check that waits to be decided. */
  readonly identityCase: string
  /** A customer whose identity check is a draft. */
  readonly newcomer: Person
}

interface Cast {
  readonly customer: Person
  readonly applicant: Person
  readonly newcomer: Person
  readonly things: OpsThings
  /** Operators of all roles; the first is an admin. */
  readonly operators: readonly (readonly [role: string, TestOperator])[]
  /** An admin who approves the others' proposals. */
  readonly colleague: TestOperator
}

const isDone = ({ code }: CallResponse): boolean => code === 200 || (code > 20_000 && code < 20_010)

function must(response: CallResponse): CallResponse {
  if (!isDone(response)) throw new Error(`an odd text was refused: ${response.text}`)
  return response
}

/** Calls that need more than can be prepared here: a device, a sent withdrawal, another state. Others' texts appear in the same places. */
export const refusedAnyway: readonly string[] = [
  'newPasskeyFinish',
  'opsSent',
  'opsNewPasskeyFinish',
  'opsProposeEnable',
  'opsAskHoldingControl',
  'opsShowHoldingControl',
  'opsChangeParameter',
  'opsProposeTerms',
  'opsProposeList',
  'opsProposeCountry',
  'opsProposeInstrument',
  'opsPreviewHours',
  'opsProposeHours',
  'opsUnfreeze',
  'opsResetAccess',
  'opsReverseDeposit',
]

const oddArticle = 'odd-texts'
const wallet = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
/** Enters odd texts into every text field of both APIs, each call once, in a request that is right but for them. */
export class TextEntrance {
  private readonly app: TestApp
  private readonly taken: Record<string, readonly number[]> = {}
  private readonly refused: Record<string, string> = {}
  private readonly failed: string[] = []
  private next = 0
  private loan = ''
  private creator = ''
  private work = ''

  constructor(app: TestApp) {
    this.app = app
  }

  async enter(): Promise<Entered> {
    const cast = await castOf(this.app)
    const isIdentity = ({ name }: TextOperation) => name === 'identification'
    const operations = textOperationsOf('openapi')
    // A loan requires an approved identity.
    for (const operation of [
      ...operations.filter(isIdentity),
      ...operations.filter((one) => !isIdentity(one)),
    ])
      await this.asCustomer(cast, operation)
    for (const operation of textOperationsOf('operators')) await this.asOperator(cast, operation)
    await enterAll(this.app, cast.customer, cast.colleague)
    const { customer, newcomer, things } = cast
    const { taken, refused, failed, loan, work } = this
    const bought = { id: work, receivingAddress: wallet }
    must(await this.app.call('buyNft', bought, { token: customer.token, mode: 'real' }))
    const agent = { 'user-agent': oddTexts[1] as string }
    must(
      await this.app.call(
        'login',
        { account: customer.userName, password: customer.password },
        { headers: agent },
      ),
    )
    const identityCase = await caseOf(this.app, cast.applicant)
    return {
      taken,
      refused,
      failed,
      customer,
      newcomer,
      things,
      article: oddArticle,
      loan,
      work,
      identityCase,
    }
  }

  private async asCustomer(cast: Cast, operation: TextOperation): Promise<void> {
    const { app } = this
    const name = operation.name as CallName
    const person = name === 'saveIdentification' ? cast.newcomer : cast.customer
    const own = await customersInput(app, person, name)
    const credentials = { token: person.token, mode: 'real' } as const
    const response = await this.write(operation, { ...inputs[name], ...own }, (input) =>
      app.call(name, input, credentials),
    )
    if (!isDone(response)) return
    if (name === 'identification') {
      await approveIdentity(app, cast)
      await this.write(operation, await identityForm(app, cast.applicant.token), (input) =>
        app.call(name, input, { token: cast.applicant.token }),
      )
    }
    if (name === 'loan') this.loan = response.result.id
  }

  private async asOperator(cast: Cast, operation: TextOperation): Promise<void> {
    const name = operation.name as OpsCallName
    const roles: unknown = (opsCalls[name] as { roles: unknown }).roles
    const [, operator] =
      cast.operators.find(([role]) => (roles as readonly string[]).includes(role)) ?? cast.operators[0] ?? []
    if (operator === undefined) throw new Error(`no operator may call ${name}`)
    const made = { creator: this.creator, work: this.work }
    const own = await operatorsInputs[name]?.(this.app, cast, { name, operator, made })
    const row = opsNamed[name]
    const named = row === undefined ? {} : { [row.field]: cast.things[row.thing] }
    const response = await this.write(operation, { ...opsInputs[name], ...named, ...own }, (input) =>
      operator.call(name, input),
    )
    if (!isDone(response)) return
    if (name === 'opsNftAddCreator') this.creator = response.result.id
    if (name === 'opsNftAddWork') this.work = response.result.id
    // Customers see these only after another operator approved them.
    if (/^opsPropose(Product|Holding|CharityTransfer)$/.test(name))
      must(await approveProposal(cast.colleague, response))
  }

  private async write(
    { name, fields }: TextOperation,
    known: object,
    call: (input: object) => Promise<CallResponse>,
  ): Promise<CallResponse> {
    let input = known
    const entered: [string, readonly number[]][] = []
    for (const field of fields) {
      const { text, numbers, next } = fittingTexts(field, this.next)
      this.next = next
      input = withText(input, field.path, text)
      entered.push([`${name}.${field.path.join('.')}`, numbers])
    }
    const response = await call(input)
    if (isDone(response)) for (const [field, numbers] of entered) this.taken[field] = numbers
    else this.refused[name] = response.text.slice(0, 300)
    for (const { path } of fields) {
      const { status } = await call(withText(input, path, ' '))
      if (status >= 500) this.failed.push(`${name}.${path.join('.')}`)
    }
    return response
  }
}

/** A customer with money and nothing written yet, rows for operators' calls to name, and an operator of every role. */
async function castOf(app: TestApp): Promise<Cast> {
  const operators: (readonly [string, TestOperator])[] = []
  for (const role of ['admin', 'reviewer', 'finance', 'content', 'risk'] as const)
    operators.push([role, await signInOperator(app, role)])
  const [colleague, spare] = [await signInOperator(app, 'admin'), await signInOperator(app, 'content')]
  const things = await makeOpsThings(app, operators[0]?.[1] as TestOperator, colleague, spare)
  const [customer, newcomer, applicant] = [await app.signUp(), await app.signUp(), await app.signUp()]
  await fund(app, customer.id)
  return { customer, newcomer, applicant, things, operators, colleague }
}

/** Input of a customer's call in addition to its texts and the table of requests. */
async function customersInput(
  app: TestApp,
  { id, password, token }: Person,
  name: CallName,
): Promise<object> {
  const real = { token, mode: 'real' } as const
  if (name === 'saveSettings') return { preferences: {} }
  if (name === 'identification' || name === 'saveIdentification') return identityForm(app, token)
  if (name === 'makeApiKey') return { password }
  if (name === 'pushSubscription') return { endpoint: 'https://fcm.googleapis.com/odd' }
  if (name === 'saveChart') return { chart: chartWithText('') }
  if (name === 'renamePasskey') return { id: await addTestPasskey(customerPasskeys(app.db), id) }
  if (name === 'loan') {
    const preview = must(await app.call('previewLoan', { amount: '1000', days: 30 }, real))
    const { agreementHash } = resultOf<{ agreementHash: string }>(preview)
    return { agreementHash, signature: (await app.upload(token, 'signature')).result.fileId }
  }
  return {}
}

async function approveIdentity(app: TestApp, { customer, colleague }: Cast): Promise<void> {
  const { kind, id, shown } = await claimIdentity(app, colleague, customer.id)
  must(await colleague.call('opsApprove', { kind, id, shownHash: shown.result.shownHash }))
}

async function caseOf(app: TestApp, { id }: Person): Promise<string> {
  return (await identityCaseOf(app.db.query, id))?.id ?? ''
}

interface OperatorsCall {
  readonly name: OpsCallName
  readonly operator: TestOperator
  readonly made: { readonly creator: string; readonly work: string }
}

type Inputs = (app: TestApp, cast: Cast, call: OperatorsCall) => Promise<object> | object

const decision: Inputs = async (app, { things }, { name, operator }) => {
  const kind = name === 'opsApprove' ? 'kyc' : 'recharge'
  const ref = { kind, id: things.cases[kind] }
  await hold(app, kind, ref.id, operator.id)
  const { shownHash } = (await operator.call('opsCase', ref)).result
  return { ...ref, shownHash, ...(name === 'opsReject' ? { reason: caseReasons[kind] } : {}) }
}

/** Input of an operator's call in addition to its texts and the table of requests. */
const operatorsInputs: Readonly<Partial<Record<OpsCallName, Inputs>>> = {
  opsApprove: decision,
  opsReject: decision,
  opsSupportAnswer: async (app, { things }, { operator }) => {
    await hold(app, 'support', things.customer, operator.id)
    return { id: things.customer }
  },
  opsRejectProposal: async (app, { things, colleague }) => ({
    id: await proposalOf(app, colleague.id, things.customer),
  }),
  opsProposeRole: () => ({ role: 'risk' }),
  // The sandbox's own wallet is proposed at the usual one.
  opsProposeHolding: () => ({ address: wallet }),
  opsProposeTerms: () => ({ terms: { leverageMax: 5 } }),
  opsChangeParameter: () => ({ key: 'kyc.reviewHours', value: 24 }),
  opsAddArticle: () => ({ id: oddArticle }),
  opsWriteArticle: () => ({ id: oddArticle, language: 'ar', from: 0 }),
  opsNftAddWork: async (_app, _cast, { operator, made }) => {
    const data = (await samplePicture()).toString('base64')
    return {
      creatorId: made.creator,
      pictureId: must(await operator.call('opsNftPicture', { data })).result.id,
    }
  },
  opsNftOffer: (app, _cast, { made }) => ({
    id: made.work,
    startsAt: new Date(app.now() - 3_600_000).toISOString(),
  }),
}

/** Enters every one of the texts, to and from support: both apps show them. */
export async function enterAll(
  app: TestApp,
  customer: Pick<Person, 'id' | 'token'>,
  operator: TestOperator,
): Promise<void> {
  for (let from = 0; from < oddTexts.length; ) {
    const { text, next } = fittingTexts({ mostLength: 4_000, pattern: null }, from)
    must(await app.call('sendSupport', { text }, { token: customer.token, mode: 'real' }))
    await hold(app, 'support', customer.id, operator.id)
    must(await operator.call('opsSupportAnswer', { id: customer.id, text }))
    from = next
  }
}
