import { randomUUID } from 'node:crypto'
import { passkeyStore } from '../../accounts/sign-in/passkey-store.ts'
import { addTestPasskey } from '../../accounts/test-passkey.ts'
import { claimsOf, dropClaim, takeClaim } from '../../back-office/cases/claims-store.ts'
import { operatorPasskeys } from '../../back-office/operators/sign-in/operator-passkeys.ts'
import { addProposal } from '../../back-office/proposals/proposals-store.ts'
import { findDeposit, moveDeposit } from '../../funding/deposits/deposit-store.ts'
import { addReversal } from '../../funding/deposits/reversals-store.ts'
import { caseOf as identityCaseOf } from '../../kyc/kyc-store.ts'
import { newestActions, requestAction } from '../../market-data/market-events/actions.ts'
import { listWorks } from '../../nft/nft-store.ts'
import { nameCasesOf } from '../../screening/name-cases-store.ts'
import { type CallResponse, resultOf, type TestApp } from '../../testing/test-client.ts'
import { identityForm } from '../../testing/test-identity.ts'
import { listName } from '../../testing/test-names.ts'
import { approveProposal, type TestOperator } from '../../testing/test-operators.ts'
import { addServiceToken } from '../../testing/tokens/test-service-tokens.ts'
import { fundHouse, ownerOfEverything } from './customers-cast.ts'

export const caseKinds = ['kyc', 'recharge', 'withdrawal', 'loan', 'names'] as const
export type CaseKindName = (typeof caseKinds)[number]

/** Things that an operator's call can name. */
export interface OpsThings {
  readonly cases: Readonly<Record<CaseKindName, string>>
  readonly customer: string
  readonly identityPicture: string
  /** Words that identify the person of the identity check. */
  readonly identityWords: readonly string[]
  readonly supportPicture: string
  readonly operator: string
  readonly invitation: string
  readonly marketAction: string
  readonly tariff: string
  readonly deposit: string
  readonly claim: string
  readonly monitoringRule: string
  readonly task: string
  readonly incident: string
  readonly feed: string
  readonly webhook: string
  readonly serviceToken: string
  readonly challenge: string
  readonly work: string
  readonly transfer: string
}

const reason = 'as agreed on Monday'
const feed = {
  ...{ name: 'Wire', kind: 'news', url: 'https://feeds.example/' },
  ...{ language: null, enabled: false, everyMinutes: 30 },
}
const webhook = {
  ...{ name: 'CRM', url: 'https://hooks.example/crm', signature: 'v1' },
  types: ['customer.opened'],
}
const inThreeMonths = new Date(Date.now() + 90 * 86_400_000).toISOString()
const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'

function idIn(response: CallResponse): string {
  const { id } = resultOf<{ id?: string } | null>(response) ?? {}
  if (id === undefined) throw new Error(`nothing was made: ${response.text}`)
  return id
}

/** One record of each kind, and two people who create and approve it. */
export async function makeOpsThings(
  app: TestApp,
  first: TestOperator,
  second: TestOperator,
  spare: TestOperator,
): Promise<OpsThings> {
  await fundHouse(first, second)
  const { person, owns } = await ownerOfEverything(app, first, { lent: false })
  const real = { token: person.token, mode: 'real' } as const
  await listName(app, 'Ada Okafor')
  const kyc = await waitingIdentity(app)
  const recharge = async (sign: string) => {
    const claim = { coin: 'USDT', network: 'ERC20', amount: '500', hash: `0x${sign.repeat(64)}` }
    return idIn(await app.call('recharge', claim, real))
  }
  const deposit = await recharge('1')
  return {
    cases: {
      kyc: kyc.id,
      recharge: deposit,
      withdrawal: owns.withdrawal,
      loan: owns.loan,
      names: await nameCaseOf(app, kyc.userId),
    },
    identityPicture: kyc.picture,
    identityWords: kyc.words,
    supportPicture: owns.sentPicture,
    customer: person.id,
    task: await taskOf(first, person.id),
    operator: spare.id,
    deposit,
    claim: await claimOf(app, {
      deposit: await recharge('2'),
      userId: person.id,
      people: [first.id, second.id],
    }),
    ...(await proposed(app, first, second)),
    ...(await insertedRows(app, person.id)),
  }
}

async function taskOf(operator: TestOperator, customerId: string): Promise<string> {
  const task = { text: 'call back', dueAt: inThreeMonths, assigneeId: null }
  return idIn(await operator.call('opsAddTask', { id: customerId, ...task }))
}

async function nameCaseOf(app: TestApp, userId: string): Promise<string> {
  const [found] = await nameCasesOf(app.db.query, userId)
  return found?.id ?? ''
}

/** Creates an undecided identity check. */
async function waitingIdentity(app: TestApp): Promise<{
  readonly id: string
  readonly userId: string
  readonly picture: string
  readonly words: readonly string[]
}> {
  const { token, id: userId } = await app.signUp()
  const form = (await identityForm(app, token)) as Readonly<
    Record<'photoFront' | 'lastName' | 'address', string>
  >
  const response = await app.call('identification', form, { token, mode: 'real' })
  if (response.code !== 20001) throw new Error(`the identity check answered ${response.text}`)
  const found = await identityCaseOf(app.db.query, userId)
  return { id: found?.id ?? '', userId, picture: form.photoFront, words: [form.lastName, form.address] }
}

async function proposed(app: TestApp, first: TestOperator, second: TestOperator) {
  const approved = async (proposal: CallResponse) => {
    const response = await approveProposal(second, proposal)
    if (response.code !== 200) throw new Error(`the approval answered ${response.text}`)
    return idIn(proposal)
  }
  const email = 'invited@candor.example'
  await approved(await first.call('opsProposeOperator', { email, role: 'content', reason }))
  const { invitations } = resultOf<{ invitations: { id: string }[] }>(await first.call('opsOperators'))
  const from = new Date(app.now() + 60 * 86_400_000).toISOString()
  const fee = { key: 'convertRate', value: '0.0015', from, reason }
  const place = { name: 'Hot wallet', asset: 'USDT', network: 'ERC20', address: wallet, stated: '1', reason }
  const tariff = await approved(await first.call('opsProposeFee', fee))
  await approved(await first.call('opsProposeHolding', place))
  const given = { recipient: 'A charity', network: 'ERC20', address: wallet, amount: '1', reason }
  await approved(await first.call('opsProposeCharityTransfer', given))
  const { transfers } = resultOf<{ transfers: { id: string }[] }>(await first.call('opsCharity'))
  const text = { en: 'Late' }
  return {
    invitation: invitations[0]?.id ?? '',
    tariff,
    transfer: transfers[0]?.id ?? '',
    challenge: idIn(await first.call('opsAskHoldingControl', { name: place.name })),
    feed: idIn(await first.call('opsAddFeed', feed)),
    // One that the product comes with.
    monitoringRule: '6d6f6e69-0000-4000-8000-000000000001',
    webhook: idIn(await first.call('opsAddWebhook', webhook)),
    serviceToken: (await addServiceToken(app, [first, second], { name: 'CRM', scopes: ['risk:read'] })).id,
    incident: idIn(await first.call('opsOpenIncident', { title: text, text, state: 'investigating' })),
  }
}

async function insertedRows(app: TestApp, by: string) {
  const works = await listWorks(app.db.query, { sort: 'newest', after: null, limit: 1_000, nowMs: app.now() })
  const at = app.now() + 86_400_000
  const clock = { now: () => app.now() }
  const refused = await requestAction(app.db.query, clock, {
    code: 'AAPL',
    kind: 'split',
    value: '4:1',
    at,
    by,
  })
  if (refused !== null) throw new Error(`the action was refused: ${refused}`)
  const action = (await newestActions(app.db)).find(({ asked_by: asker }) => asker === by)
  return { work: works.at(-1)?.id ?? '', marketAction: action?.id ?? '' }
}

interface Reversed {
  readonly deposit: string
  readonly userId: string
  readonly people: readonly [string, string]
}

/** Writes a reversed deposit of which a part is still to be paid back. */
async function claimOf(app: TestApp, { deposit, userId, people }: Reversed): Promise<string> {
  const row = await findDeposit(app.db.query, deposit)
  await app.db.transaction(async (tx) => {
    await moveDeposit(tx, deposit, { status: 'approved', waits_for: null, credited: row?.amount ?? 0n })
    await addReversal(tx, {
      deposit_id: deposit,
      proposal_id: randomUUID(),
      user_id: userId,
      asset: 'USDT',
      taken: 0n,
      claim: 1_000_000n,
      why: 'notReceived',
      reason: 'a test',
      proposed_by: people[0],
      approved_by: people[1],
      at: BigInt(app.now()),
    })
  })
  return deposit
}

/** Assigns a case or conversation to this operator, or to no one. */
export async function hold(app: TestApp, kind: string, id: string, by: string | null): Promise<void> {
  const holder = await holderOf(app, kind, id)
  await app.db.transaction(async (tx) => {
    if (holder !== null) await dropClaim(tx, kind, id, holder)
    if (by !== null) await takeClaim(tx, { kind, id, operatorId: by }, app.now())
  })
}

/** Returns the operator who has claimed a case or conversation; null: no one. */
export async function holderOf(app: TestApp, kind: string, id: string): Promise<string | null> {
  const claims = await claimsOf(app.db.query, kind, [id], new Date(app.now()))
  return claims.get(id)?.by.id ?? null
}

/** Creates an undecided proposal of this operator. */
export async function proposalOf(app: TestApp, by: string, customer: string): Promise<string> {
  const id = randomUUID()
  const payload = { userId: customer, reason, why: 'review', legalHoldUntil: null }
  await app.db.transaction((tx) =>
    addProposal(tx, {
      id,
      kind: 'accounts.freeze',
      payload,
      summary: 'Freeze',
      reason,
      proposedBy: by,
      at: new Date(app.now()),
      expiresAt: new Date(app.now() + 86_400_000),
    }),
  )
  return id
}

/** A passkey of this operator. */
export const passkeyOf = (app: TestApp, by: string): Promise<string> =>
  addTestPasskey(passkeyStore(operatorPasskeys(app.db)), by)
