import { mostSharing, type RelatedAccounts } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/new-id.ts'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { claimIdentity, identityForm, newDocument } from '../../testing/test-identity.ts'
import { signInOperator, type TestOperator } from '../../testing/test-operators.ts'

type Person = Awaited<ReturnType<TestApp['signUp']>>

let app: TestApp
let reviewer: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  reviewer = await signInOperator(app, 'reviewer')
})
afterAll(() => app.dispose())

/** Signs up a customer who has nothing in common with another one, unless a test says so. */
async function stranger(): Promise<Person> {
  const person = await app.signUp()
  await signedInFrom(person, `2001:db8::${newId().slice(-4)}`)
  return person
}

const signedInFrom = (person: Person, address: string, deviceMark: string | null = null) =>
  app.db.query
    .updateTable('accounts_sessions')
    .set({ address, device_mark: deviceMark, device: 'Firefox 131 · Windows' })
    .where('user_id', '=', person.id)
    .execute()

const own = (word: string) => ({
  firstName: word,
  lastName: 'Ruiz',
  birthdate: '1980-02-03',
  address: `${word} street 1`,
  phone: `+49 30 ${[...word].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 100_000_000}12`,
})

async function submit(person: Person, changes: object): Promise<void> {
  const sent = await app.call('identification', await identityForm(app, person.token, changes), person)
  expect(sent.code).toBe(20001)
}

async function related(person: Person): Promise<RelatedAccounts> {
  const { kind, id } = await claimIdentity(app, reviewer, person.id)
  return resultOf<RelatedAccounts>(await reviewer.call('opsRelatedAccounts', { kind, id }))
}

const sharedWith = ({ accounts }: RelatedAccounts, person: Person) =>
  accounts.find(({ id }) => id === person.id)?.shared.map(({ by, what }) => ({ by, what })) ?? []

test('I16.8: other accounts of a person are found by name and birthdate, address and phone, however they are written', async () => {
  const [person, twin, neighbour, other] = [
    await stranger(),
    await stranger(),
    await stranger(),
    await stranger(),
  ]
  await submit(twin, { ...own('José'), address: 'CALLE MAYOR 5', phone: '0049 30 77 88 99 0', country: 'ES' })
  await submit(neighbour, { ...own('Someone'), address: 'Calle Mayor, 5', country: 'ES' })
  await submit(other, own('Another'))
  // The family name first, and without its accent.
  const same = { firstName: 'RUIZ', lastName: 'Jose', birthdate: '1980-02-03' }
  await submit(person, {
    ...own('x'),
    ...same,
    address: 'calle mayor 5',
    phone: '+49 30 7788990',
    country: 'ES',
  })
  const found = await related(person)
  expect(found.accounts.map(({ id }) => id)).toEqual([twin.id, neighbour.id])
  expect(found.accounts[0]).toMatchObject({ userName: twin.userName, status: 'active', kyc: 'pending' })
  const without = { what: null }
  expect(sharedWith(found, twin)).toEqual([
    { by: 'person', ...without },
    { by: 'phone', ...without },
    { by: 'address', ...without },
  ])
  expect(sharedWith(found, neighbour)).toEqual([{ by: 'address', ...without }])
})

test('I16.8: a phone that another account confirmed is found, and the other way round', async () => {
  const [person, owner] = [await stranger(), await stranger()]
  await app.db.pool.query('UPDATE accounts_users SET phone = $2, phone_proven_at = now() WHERE id = $1', [
    owner.id,
    '+498955501234',
  ])
  await submit(person, { ...own('Phoned'), phone: '+49 89 5550 1234' })
  expect(sharedWith(await related(person), owner)).toEqual([{ by: 'phone', what: null }])
  await submit(owner, own('Owner of a phone'))
  expect(sharedWith(await related(owner), person)).toEqual([{ by: 'phone', what: null }])
})

test('I16.8: device, IP address and payout address of another account are named, and what very many share is only counted', async () => {
  const [person, friend] = [await stranger(), await stranger()]
  const mark = newId()
  await signedInFrom(person, '198.51.100.7', mark)
  await signedInFrom(friend, '198.51.100.7', mark)
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  for (const { id } of [person, friend])
    await app.db.query
      .insertInto('funding_payout_addresses')
      .values({
        ...{ id: newId(), user_id: id, network: 'ERC20', address, label: '' },
        created_at: BigInt(app.now()),
        removed_at: BigInt(app.now()),
      })
      .execute()
  await submit(person, own('Shared'))
  const first = await related(person)
  expect(sharedWith(first, friend)).toEqual([
    { by: 'payoutAddress', what: address },
    { by: 'device', what: 'Firefox 131 · Windows' },
    { by: 'network', what: '198.51.100.7' },
  ])
  expect(first.crowded).toEqual([])
  const crowd = Array.from({ length: mostSharing }, (_, n) => `crowd${n}`)
  await app.db.pool.query(
    `WITH crowd AS (
       INSERT INTO accounts_users (id, user_name, user_name_key, email, email_key, password_hash, language, invite_code, created_at)
       SELECT gen_random_uuid(), n, n, n || '@candor.example', n || '@candor.example', '-', 'en', upper(n), now() FROM unnest($1::text[]) n RETURNING id)
     INSERT INTO accounts_sessions (id, user_id, token_hash, device, address, created_at, last_seen_at, expires_at)
     SELECT gen_random_uuid(), id, sha256(id::text::bytea), '', '198.51.100.7', now(), now(), now() + interval '1 day' FROM crowd`,
    [crowd],
  )
  const second = await related(person)
  expect(second.crowded).toEqual([{ by: 'network', what: '198.51.100.7' }])
  expect(second.accounts.map(({ id }) => id)).toEqual([friend.id])
  expect(sharedWith(second, friend).map(({ by }) => by)).toEqual(['payoutAddress', 'device'])
})

test('I16.8: a bank card of another account is found, also one that is removed or was bound before there were marks', async () => {
  const [person, friend] = [await stranger(), await stranger()]
  const card = { bank: 'Bank', branch: 'Main', accountName: 'Ana Ruiz' }
  const bind = async (owner: Person, cardNumber: string) =>
    resultOf<{ id: string }>(
      await app.call('updateBankInfo', { ...card, cardNumber }, { ...owner, mode: 'real' }),
    )
  const { id: removed } = await bind(friend, '5555555555554444')
  await app.call('removeBankInfo', { id: removed }, { ...friend, mode: 'real' })
  await bind(person, '5555 5555 5555 4444')
  await submit(person, own('Carded'))
  const shared = [{ by: 'card', what: expect.stringContaining('4444') }]
  expect(sharedWith(await related(person), friend)).toEqual(shared)
  await app.db.query
    .updateTable('funding_bank_cards')
    .set({ number_mark: null })
    .where('id', '=', removed)
    .execute()
  expect(sharedWith(await related(person), friend)).toEqual([])
  await app.moveClock(11 * 60_000)
  await expect
    .poll(async () => {
      const { rows } = await app.db.pool.query(
        'SELECT number_mark IS NOT NULL AS marked FROM funding_bank_cards WHERE id = $1',
        [removed],
      )
      return rows
    })
    .toEqual([{ marked: true }])
  expect(sharedWith(await related(person), friend)).toEqual(shared)
})

test('I16.8: only who holds the case reads its related accounts, and each look is an entry', async () => {
  const person = await stranger()
  await submit(person, own('Claimed'))
  const other = await signInOperator(app, 'reviewer')
  const finance = await signInOperator(app, 'finance')
  const { kind, id } = await claimIdentity(app, reviewer, person.id)
  const look = async (operator: TestOperator) =>
    (await operator.call('opsRelatedAccounts', { kind, id })).code
  const looks = async () =>
    (
      await app.db.query
        .selectFrom('trust_audit')
        .select('actor')
        .where('action', '=', 'kyc.view-related')
        .where('subject', '=', `kyc:${id}`)
        .execute()
    ).map(({ actor }) => actor)
  expect([await look(other), await look(finance)]).toEqual([11007, 11005])
  expect(await looks()).toEqual([])
  expect([await look(reviewer), await look(reviewer)]).toEqual([200, 200])
  expect(await looks()).toEqual([reviewer.id, reviewer.id])
  await reviewer.call('opsRelease', { kind, id })
  expect(await look(reviewer)).toBe(11007)
})

test('I16.8: an erased customer is related to nobody, and their document may be used again', async () => {
  const erased = await stranger()
  const document = newDocument('idCard')
  await submit(erased, { ...own('Twice'), ...document })
  await app.call('sendCode', { email: erased.email, purpose: 'security' })
  const code = app.messages(erased.email).findLast((message) => message.code !== undefined)?.code
  const request = { password: erased.password, code }
  expect((await app.call('closeAccount', request, erased)).code).toBe(200)
  await app.moveClock(7 * 86_400_000 + 60_000)
  await expect.poll(() => app.messages(erased.email).at(-1)?.kind).toBe('closingErased')
  const person = await stranger()
  await submit(person, { ...own('Twice'), ...document })
  const marks = await app.db.query
    .selectFrom('kyc_marks')
    .selectAll()
    .where('user_id', '=', erased.id)
    .execute()
  expect(marks).toMatchObject([{ document: null, person: null, address: null, phone: null, names: [] }])
  const later = await signInOperator(app, 'reviewer')
  const { kind, id } = await claimIdentity(app, later, person.id)
  expect(resultOf<RelatedAccounts>(await later.call('opsRelatedAccounts', { kind, id })).accounts).toEqual([])
})

test('I16.8: a check without marks, from a version before them, is marked by a job', async () => {
  const [person, twin] = [await stranger(), await stranger()]
  const later = await signInOperator(app, 'reviewer')
  await submit(twin, own('Earlier'))
  // A process of that version stores a check and knows nothing of the marks of the one before.
  await app.db.pool.query(
    `UPDATE kyc_marks SET person = NULL, phone = NULL, address = NULL, document = NULL, names_of = NULL,
            case_id = (SELECT id FROM kyc_cases WHERE user_id <> $1 LIMIT 1) WHERE user_id = $1`,
    [twin.id],
  )
  await app.moveClock(11 * 60_000)
  await submit(person, own('Earlier'))
  const { kind, id } = await claimIdentity(app, later, person.id)
  await expect
    .poll(async () =>
      resultOf<RelatedAccounts>(await later.call('opsRelatedAccounts', { kind, id })).accounts.map(
        (account) => account.id,
      ),
    )
    .toEqual([twin.id])
})
