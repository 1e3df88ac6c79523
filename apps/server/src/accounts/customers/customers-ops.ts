import type { CustomerTrace, Language, OpsCalls, OpsParsedInputOf } from '@candor/contract'
import type { Operator, OperatorOrService } from '../../back-office/operators/operator.ts'
import type { OpsHandlers } from '../../back-office/operators/ops-handlers.ts'
import type { ServerContext } from '../../module.ts'
import type { FileInPieces } from '../../platform/http/handlers.ts'
import { invalidField, Refusal } from '../../platform/http/refusal.ts'
import { newId } from '../../platform/new-id.ts'
import { longestHoldMs } from '../freezes/freeze-customer.ts'
import { freezesChanged, liftFreeze } from '../freezes/freezes.ts'
import { setIdentity } from '../registration/identity-standings.ts'
import { taxStatementFile } from '../statements/tax/tax-statement.ts'
import { leftOf, minorOf } from './adjust-balance.ts'
import { tagCustomer, tagsInUse } from './customer-tags.ts'
import type { CustomersPorts } from './customers-ports.ts'
import { type CustomersRequest, customerById, findCustomers } from './customers-store.ts'
import { refuseReset } from './reset-access.ts'
import { showCustomer } from './show-customer.ts'

type Input<N extends keyof OpsCalls> = OpsParsedInputOf<OpsCalls[N]>

/** The tier of larger loans (rulebook, Loans). */
const largerLoans = 2

/** Operators' calls about customers. */
export const customersHandlers = (context: ServerContext & CustomersPorts) =>
  ({
    opsCustomers: (request, who) => pageOfCustomers(context, request, who),
    opsFindCustomers: (request, who) => pageOfCustomers(context, request, who),
    opsCustomer: ({ id }, who) => showCustomer(context, id, who),
    opsTaxStatement: (input, operator) => makeTaxStatement(context, input, operator),
    opsNote: (input, operator) => addNote(context, input, operator),
    opsCustomerTags: () => tagsInUse(context.db),
    opsTagCustomer: (input, operator) => tagCustomer(context, input, operator),
    opsFreeze: (input, operator) => proposeFreeze(context, input, operator),
    opsUnfreeze: (input, operator) => unfreeze(context, input, operator),
    opsResetAccess: (input, operator) => proposeReset(context, input, operator),
    opsRaiseTier: (input, operator) => raiseTier(context, input, operator),
    opsAdjust: (input, operator) => proposeAdjustment(context, input, operator),
  }) satisfies OpsHandlers

/** Lists what a service token finds nobody by: it is not shown it, and could try guesses. */
const ofIdentity: readonly CustomerTrace[] = ['document', 'name']

async function pageOfCustomers(
  { db, traces }: ServerContext & CustomersPorts,
  request: CustomersRequest,
  who: OperatorOrService,
) {
  const searched = 'role' in who ? traces : traces.filter(({ trace }) => !ofIdentity.includes(trace))
  const items = await findCustomers(db, searched, request)
  return { items, nextCursor: items.length < request.limit ? null : (items.at(-1)?.id ?? null) }
}

/** Makes a customer's tax statement in the customer's language. That somebody took it is in the audit log before it is made. */
async function makeTaxStatement(
  context: ServerContext & CustomersPorts,
  { id, year, format }: Input<'opsTaxStatement'>,
  operator: Operator,
): Promise<FileInPieces> {
  const { language } = await customerById(context.db, id)
  const reader = { userId: id, language: language as Language }
  const file = await taxStatementFile(context.accounts, { year, format }, reader)
  const entry = { actor: operator.id, action: 'customers.taxStatement', subject: `customer:${id}` }
  await context.db.transaction((tx) => context.console.audit.write(tx, { ...entry, after: { year, format } }))
  return file
}

async function addNote(
  { db, clock, console }: ServerContext,
  { id, text }: Input<'opsNote'>,
  operator: Operator,
): Promise<true> {
  await customerById(db, id)
  await db.transaction(async (tx) => {
    const note = { id: newId(), user_id: id, operator_id: operator.id, text, at: new Date(clock.now()) }
    await tx.insertInto('accounts_notes').values(note).execute()
    const entry = { actor: operator.id, action: 'customers.note', subject: `customer:${id}` }
    await console.audit.write(tx, { ...entry, after: { note: note.id } })
  })
  return true
}

async function proposeFreeze(
  { db, clock, console }: ServerContext,
  { id, reason, why, legalHoldUntil }: Input<'opsFreeze'>,
  operator: Operator,
) {
  await customerById(db, id)
  refuseLongHold(legalHoldUntil, clock.now())
  const payload = { userId: id, reason, why, legalHoldUntil }
  return console.propose({ kind: 'accounts.freeze', payload, reason }, operator)
}

/** Lifts a freeze at once, by one person. Refuses `changedMeanwhile` where there is none. */
async function unfreeze(
  { db, clock, accounts, console }: ServerContext & CustomersPorts,
  { id, reason }: Input<'opsUnfreeze'>,
  operator: Operator,
): Promise<true> {
  await customerById(db, id)
  await db.transaction(async (tx) => {
    const at = new Date(clock.now())
    if (!(await liftFreeze(tx, id, { by: operator.id, at, reason }))) throw new Refusal('changedMeanwhile')
    const entry = { actor: operator.id, action: 'accounts.unfreeze', subject: `customer:${id}` }
    await console.audit.write(tx, { ...entry, reason })
  })
  freezesChanged(db)
  accounts.sessions.forgetCustomer(id)
  return true
}

async function proposeReset(
  { db, accounts, console }: ServerContext & CustomersPorts,
  { id, what, email, reason }: Input<'opsResetAccess'>,
  operator: Operator,
) {
  await customerById(db, id)
  if ((what === 'email') !== (email !== null)) throw invalidField('email', 'email')
  const payload = what === 'email' ? { userId: id, what, email: email ?? '' } : { userId: id, what }
  await refuseReset(accounts, db.query, payload)
  return console.propose({ kind: 'accounts.resetAccess', payload, reason }, operator)
}

async function raiseTier(
  { db, accounts: { users }, console }: ServerContext & CustomersPorts,
  { id, reason }: Input<'opsRaiseTier'>,
  operator: Operator,
): Promise<true> {
  await customerById(db, id)
  await db.transaction(async (tx) => {
    const { kyc, kyc_tier: before } = await users.lock(tx, id)
    if (kyc !== 'approved') throw new Refusal('identityRequired')
    if (before >= largerLoans) throw new Refusal('changedMeanwhile')
    await setIdentity(tx, id, kyc, largerLoans)
    const entry = { actor: operator.id, action: 'accounts.raiseTier', subject: `customer:${id}` }
    await console.audit.write(tx, { ...entry, before, after: largerLoans, reason })
  })
  return true
}

/** Proposes a correction, or the reversal of one: then `reverses` names it, and the amount is at most what is left of it. */
async function proposeAdjustment(
  { db, console }: ServerContext,
  { customerId, asset, amount, why, reason, reverses }: Input<'opsAdjust'>,
  operator: Operator,
) {
  await customerById(db, customerId)
  minorOf(asset, amount)
  if ((why === 'reversed') !== (reverses !== null))
    throw new Refusal('invalidInput', { issues: [{ path: 'reverses', code: 'reason' }] })
  if (reverses !== null && (await leftOf(db.query, reverses, customerId, asset)) < minorOf(asset, amount))
    throw new Refusal('invalidInput', { issues: [{ path: 'amount', code: 'too_big' }] })
  const payload = { userId: customerId, asset, amount, why, reverses }
  return console.propose({ kind: 'accounts.adjust', payload, reason }, operator)
}

function refuseLongHold(until: string | null, now: number): void {
  if (until === null) return
  const lasts = Date.parse(until) - now
  if (lasts <= 0 || lasts > longestHoldMs)
    throw new Refusal('invalidInput', { issues: [{ path: 'legalHoldUntil', code: 'within_90_days' }] })
}
