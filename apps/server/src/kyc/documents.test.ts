import type { CaseShown, FoundCustomer, Identification } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../testing/test-app.ts'
import { claimIdentity, identityForm, newDocument } from '../testing/test-identity.ts'
import { signInOperator, type TestOperator } from '../testing/test-operators.ts'

type Person = Awaited<ReturnType<TestApp['signUp']>>

let app: TestApp
let reviewer: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  reviewer = await signInOperator(app, 'reviewer')
})
afterAll(() => app.dispose())

const submit = async (person: Person, changes: object = {}) =>
  app.call('identification', await identityForm(app, person.token, changes), person)
const taken = [11001, [{ path: 'documentNumber', code: 'taken' }]]

async function refuse(person: Person, item: string): Promise<void> {
  const { id, shown } = await claimIdentity(app, reviewer, person.id)
  const reason = 'kyc.reason.differs'
  const response = await reviewer.call('opsReject', {
    ...{ kind: 'kyc', id, shownHash: shown.result.shownHash, reason },
    items: [{ item, reason }],
  })
  expect(response.result).toMatchObject({ status: 'rejected' })
}

test('I16.8: the number and the last day of a document are checked at their fields', async () => {
  const person = await app.signUp()
  const yesterday = new Date(app.now() - 86_400_000).toISOString().slice(0, 10)
  for (const [changes, path, code] of [
    [{ documentNumber: null }, 'documentNumber', 'required'],
    [{ documentNumber: 'none' }, 'documentNumber', 'invalid'],
    [{ documentExpiry: yesterday }, 'documentExpiry', 'expired'],
    [{ documentExpiry: '2999-01-01' }, 'documentExpiry', 'invalid'],
    [{ documentExpiry: null, documentType: 'passport' }, 'documentExpiry', 'required'],
  ] as const) {
    const response = await submit(person, changes)
    expect([response.code, response.result.issues]).toEqual([11001, [{ path, code }]])
  }
  const document = newDocument('passport')
  expect((await app.call('saveIdentification', document, person)).result).toMatchObject(document)
  const sent = await submit(person, { ...document, photoBack: null })
  expect([sent.code, sent.result]).toMatchObject([20001, document])
  const { rows } = await app.db.pool.query(
    `SELECT concat(k::text, encode(c.sealed, 'escape')) AS stored FROM kyc_marks k JOIN kyc_cases c ON c.id = k.case_id WHERE k.user_id = $1`,
    [person.id],
  )
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(document.documentNumber.toUpperCase())
  const { shown } = await claimIdentity(app, reviewer, person.id)
  expect(JSON.stringify(shown.result)).toContain(document.documentNumber)
})

test('I16.8: a client that does not know the fields sends its check, and the reviewer reads in red what is missing', async () => {
  const person = await app.signUp()
  const {
    documentNumber: _n,
    documentExpiry: _e,
    ...form
  } = (await identityForm(app, person.token, {
    documentType: 'passport',
  })) as Identification
  expect((await app.call('identification', form, person)).code).toBe(20001)
  const { shown } = await claimIdentity(app, reviewer, person.id)
  const rows = resultOf<CaseShown>(shown).sections.flatMap((section) => section.rows)
  for (const label of ['Document number', 'Valid until'])
    expect(rows).toContainEqual({ label, value: 'not given', tone: 'bad' })
  await refuse(person, 'documentNumber')
  const again = { ...form, photoBack: null }
  expect((await app.call('identification', again, person)).result.issues).toEqual([
    { path: 'documentNumber', code: 'required' },
  ])
})

test('I16.8: one account for each document, however its number is written; it is not said whose it is', async () => {
  const [holder, second] = [await app.signUp(), await app.signUp()]
  const document = { ...newDocument('idCard'), documentNumber: 'L01X-00T47' }
  expect((await submit(holder, document)).code).toBe(20001)
  const other = { ...document, documentNumber: ' l01 x00t47' }
  const refused = await submit(second, other)
  expect([refused.code, refused.result.issues]).toEqual(taken)
  for (const secret of [holder.id, holder.email, holder.userName]) expect(refused.text).not.toContain(secret)
  expect((await app.call('getIdentification', {}, second)).result).toMatchObject({ status: 'none' })
  // Support finds the account that holds it, to decide whose it is.
  const found = resultOf<{ items: FoundCustomer[] }>(
    await reviewer.call('opsFindCustomers', { q: 'l01x00-t47' }),
  )
  expect(found.items).toMatchObject([{ id: holder.id, foundBy: 'document' }])
  // The number of another country or another kind of document is another number.
  expect((await submit(second, { ...other, country: 'AT' })).code).toBe(20001)
  // Refused for something else, its customer keeps the number and sends it again.
  await refuse(holder, 'photoFront')
  const third = await app.signUp()
  expect((await submit(third, document)).result.issues).toEqual(taken[1])
  expect((await submit(holder, document)).code).toBe(20001)
  // Refused because the number is not theirs, they lose it.
  await refuse(holder, 'documentNumber')
  expect((await submit(third, document)).code).toBe(20001)
})

test('I16.8: two customers send the same number at the same moment, and the database lets one have it', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => app.signUp()))
  const document = newDocument('idCard')
  const forms = await Promise.all(people.map((person) => identityForm(app, person.token, document)))
  const responses = await Promise.all(
    people.map((person, at) => app.call('identification', forms[at] as object, person)),
  )
  expect(responses.map(({ code }) => code).sort()).toEqual([11001, 11001, 11001, 11001, 11001, 20001])
})
