import { type CallName, type CaseKindName, type CaseShown, caseKinds } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { identityForm, verifyIdentity } from '../../testing/test-identity.ts'
import { listName } from '../../testing/test-names.ts'
import { signInOperator, type TestOperator } from '../../testing/test-operators.ts'
import { fund, fundHouse } from '../authorisation/customers-cast.ts'

const birthdate = '1971-03-19'
const legalName = 'Zebulon Quirinus'
const cardNumber = '4111111111111111'
const dayMs = 24 * 3_600_000

type Person = Awaited<ReturnType<TestApp['signUp']>>
let app: TestApp
let holder: TestOperator
let colleague: TestOperator
let cases: Readonly<Record<CaseKindName, string>>
beforeAll(async () => {
  app = await startTestApp()
  holder = await signInOperator(app, 'admin')
  colleague = await signInOperator(app, 'admin')
  await fundHouse(await signInOperator(app, 'finance'), colleague)
  const [person, borrower] = [await app.signUp(), await app.signUp()]
  await verifyIdentity(app, await signInOperator(app, 'reviewer'), borrower)
  await fund(app, borrower.id)
  await listName(app, legalName, [birthdate])
  const changes = { firstName: 'Zebulon', lastName: 'Quirinus', birthdate }
  await real(person, 'identification', await identityForm(app, person.token, changes))
  const loan = await borrow(borrower)
  const recharge = await reportDeposit(borrower)
  const withdrawal = await withdrawToCard(borrower)
  // A day has passed.
  holder = await signInOperator(app, 'admin')
  colleague = await signInOperator(app, 'admin')
  cases = {
    kyc: await waiting('kyc', person),
    names: await waiting('names', person),
    loan,
    recharge,
    withdrawal,
  }
})
afterAll(() => app.dispose())

const real = ({ token }: Person, name: CallName, input: object) =>
  app.call(name, input, { token, mode: 'real' })
const idOf = (response: Awaited<ReturnType<typeof real>>): string => {
  const { id } = resultOf<{ id?: string }>(response) ?? {}
  if (id === undefined) throw new Error(response.text)
  return id
}

async function waiting(kind: CaseKindName, { id }: Person): Promise<string> {
  const { items } = resultOf<{ items: { id: string; customer: { id: string } }[] }>(
    await holder.call('opsQueue', { kind, limit: 100 }),
  )
  return items.find(({ customer }) => customer.id === id)?.id ?? ''
}

async function borrow(person: Person): Promise<string> {
  const terms = { amount: '1000', days: 30 }
  const { agreementHash } = resultOf<{ agreementHash: string }>(await real(person, 'previewLoan', terms))
  const signature = (await app.upload(person.token, 'signature')).result.fileId
  return idOf(await real(person, 'loan', { ...terms, agreementHash, signature, signedName: legalName }))
}

const reportDeposit = async (person: Person): Promise<string> => {
  const claim = { coin: 'USDT', network: 'ERC20', amount: '200', hash: `0x${'a'.repeat(64)}` }
  return idOf(await real(person, 'recharge', claim))
}

async function withdrawToCard(person: Person): Promise<string> {
  const { password, email } = person
  const card = { bank: 'Sparkasse', branch: 'Mitte', accountName: legalName, cardNumber, password }
  const bankAccountId = idOf(await real(person, 'updateBankInfo', card))
  await app.moveClock(dayMs + 60_000)
  await app.call('sendCode', { email, purpose: 'withdrawal' })
  const { code } = await app.letter(email, 'code-withdrawal')
  const withdrawal = { method: 'bank', coin: 'USDT', bankAccountId, amount: '100', code }
  return idOf(await real(person, 'withdrawal', withdrawal))
}

/** Texts that each kind shows of a person, to the holder of the case alone. */
const personal: Readonly<Record<CaseKindName, readonly string[]>> = {
  kyc: ['Zebulon', 'Quirinus', birthdate, 'Lindenweg'],
  names: ['Customer: legal name: Zebulon Quirinus', birthdate, 'same date', '100 of 100', ': same'],
  loan: [legalName],
  withdrawal: [legalName, cardNumber],
  // A deposit names no person.
  recharge: [],
}

const look = async (who: TestOperator, kind: CaseKindName) => {
  const shown = await who.call('opsCase', { kind, id: cases[kind] })
  expect(shown.code).toBe(200)
  return resultOf<CaseShown>(shown)
}
/** Leaves out what the list alone says. */
const textOf = ({ sections }: CaseShown) =>
  sections
    .flatMap(({ rows }) => rows)
    .filter(({ label }) => !/^(Listed|All listed)/.test(label))
    .map(({ label, value }) => `${label}: ${value}`)
    .join('\n')
const looksAt = async (kind: CaseKindName) => {
  const { rows } = await app.db.pool.query('SELECT 1 FROM trust_audit WHERE action = $1 AND subject = $2', [
    `${kind}.view`,
    `${kind}:${cases[kind]}`,
  ])
  return rows.length
}

test.each(caseKinds)(
  'I12.8: a %s case shows personal data to its holder alone, and each look is an entry',
  async (kind) => {
    const ref = { kind, id: cases[kind] }
    const open = await look(colleague, kind)
    for (const text of personal[kind]) expect(textOf(open)).not.toContain(text)
    for (const { rows } of open.sections)
      for (const { value, tone } of rows) if (value === '••••') expect(tone).toBe('plain')
    expect(await looksAt(kind)).toBe(0)

    const each = personal[kind].length === 0 ? 0 : 1
    expect((await holder.call('opsClaim', ref)).code).toBe(200)
    for (const text of personal[kind]) expect(textOf(await look(holder, kind))).toContain(text)
    const before = await looksAt(kind)
    await look(holder, kind)
    expect(await looksAt(kind)).toBe(before + each)
    // Released, claimed and looked at again, at once.
    await holder.call('opsRelease', ref)
    await holder.call('opsClaim', ref)
    await look(holder, kind)
    expect(await looksAt(kind)).toBe(before + 2 * each)
    await holder.call('opsRelease', ref)
  },
)
