import type { Identification } from '@candor/contract'
import { type IdentityStatus, identityMoves } from '@candor/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setIdentity } from '../accounts/registration/identity-standings.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { claimIdentity, identityForm, verifyIdentity } from '../testing/test-identity.ts'
import { signInOperator, type TestOperator } from '../testing/test-operators.ts'
import { decideCase } from './kyc-store.ts'

type Person = Awaited<ReturnType<TestApp['signUp']>>

let app: TestApp
let reviewer: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  reviewer = await signInOperator(app, 'reviewer')
})
afterAll(() => app.dispose())

const show = async (person: Person) =>
  JSON.parse((await app.call('getIdentification', {}, person)).text).result as Identification
const submit = async (person: Person, changes: object = {}) =>
  app.call('identification', await identityForm(app, person.token, changes), person)
const image = (id: string, fileId: string, cookie: string) =>
  fetch(`${app.url}/ops/case/kyc/${id}/image/${fileId}`, { headers: { cookie, 'x-candor-console': '1' } })

test('spec §4 KYC: sent for review (20001) with 48 hours on the clock, in demo as in real, and not a second time (10019)', async () => {
  const person = await app.signUp()
  expect(await show(person)).toMatchObject({ status: 'none', tier: 0, neededFrom: '1000', firstName: null })
  const sent = await submit(person)
  expect([sent.code, sent.result]).toMatchObject([20001, { status: 'pending', firstName: 'Ada', failed: [] }])
  const { submittedAt, deadlineAt } = await show(person)
  expect(Date.parse(deadlineAt ?? '') - Date.parse(submittedAt ?? '')).toBe(48 * 3_600_000)
  const again = await submit(person)
  expect([again.code, again.result]).toEqual([10019, null])
  expect((await app.call('saveIdentification', { firstName: 'Eve' }, person)).code).toBe(10019)
  expect((await app.call('getUserInfo', {}, person)).result.user).toMatchObject({
    kyc: 'pending',
    kycTier: 0,
  })
})

test('what is missing or wrong is said at its field (11001), before anything happens', async () => {
  const person = await app.signUp()
  const yearOfSeventeen = new Date(app.now()).getUTCFullYear() - 17
  for (const [changes, path, code] of [
    [{ firstName: '' }, 'firstName', 'too_small'],
    [{ birthdate: `${yearOfSeventeen}-12-31` }, 'birthdate', 'under_age'],
    [{ birthdate: '31.12.1990' }, 'birthdate', 'invalid_format'],
    [{ country: 'Germany' }, 'country', 'invalid_format'],
    [{ phone: 'none' }, 'phone', 'invalid'],
    [{ guarantorName: 'Ben Ito' }, 'guarantorId', 'required'],
    [{ photoBack: null }, 'photoBack', 'required'],
  ] as const) {
    const response = await submit(person, changes)
    expect([response.code, response.result.issues]).toEqual([11001, [{ path, code }]])
  }
  expect(await show(person)).toMatchObject({ status: 'none' })
  expect((await submit(person, { documentType: 'passport', photoBack: null })).code).toBe(20001)
})

test('pictures must be one’s own, for this, and not used before (11023 with their field)', async () => {
  const [person, stranger] = [await app.signUp(), await app.signUp()]
  const proof = (await app.upload(person.token, 'deposit')).result.fileId
  const theirs = (await app.upload(stranger.token, 'kyc')).result.fileId
  for (const photoFront of [proof, theirs, 'x']) {
    const response = await submit(person, { photoFront })
    expect([response.code, response.result]).toEqual([11023, { reason: 'unknown', path: 'photoFront' }])
  }
})

test('steps can be left: what was typed and uploaded is kept, sealed, and a replaced picture goes', async () => {
  const person = await app.signUp()
  const first = (await app.upload(person.token, 'kyc')).result.fileId
  const second = (await app.upload(person.token, 'kyc')).result.fileId
  await app.call('saveIdentification', { lastName: 'Unmistakable', photoFront: first }, person)
  const saved = await app.call('saveIdentification', { photoFront: second, birthdate: null }, person)
  expect([saved.code, saved.result]).toMatchObject([20005, { lastName: 'Unmistakable', photoFront: second }])
  expect(await show(person)).toMatchObject({ lastName: 'Unmistakable', status: 'none' })
  const { rows } = await app.db.pool.query('SELECT sealed FROM kyc_drafts WHERE user_id = $1', [person.id])
  expect((rows[0] as { sealed: Buffer }).sealed.includes('Unmistakable')).toBe(false)
  const files = await app.db.pool.query('SELECT removed_at FROM files_files WHERE id = $1', [first])
  expect(files.rows[0]).not.toEqual({ removed_at: null })
})

test('a reviewer sees photos only with the case claimed, and each view is in the audit log', async () => {
  const person = await app.signUp()
  await submit(person)
  const other = await signInOperator(app, 'reviewer')
  const { id, shown } = await claimIdentity(app, reviewer, person.id)
  const { photoFront } = await show(person)
  const views = async () =>
    (
      await app.db.pool.query(`SELECT 1 FROM trust_audit WHERE action = 'kyc.view-image' AND subject = $1`, [
        `kyc:${id}`,
      ])
    ).rowCount
  const seen = await image(id, String(photoFront), reviewer.cookie)
  expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(await views()).toBe(1)
  for (const cookie of [other.cookie, '']) {
    expect((await image(id, String(photoFront), cookie)).headers.get('content-type')).not.toBe('image/jpeg')
  }
  const foreign = (await app.upload(person.token, 'kyc')).result.fileId
  expect((await image(id, foreign, reviewer.cookie)).status).toBe(404)
  expect(JSON.stringify(shown.result)).toContain('Okafor')
  const finance = await signInOperator(app, 'finance')
  expect((await finance.call('opsCase', { kind: 'kyc', id })).code).toBe(11005)
})

test('I12.8: what a person is known by is read only while the case is claimed, by who claimed it, and each look is an entry', async () => {
  const person = await app.signUp()
  await submit(person)
  const other = await signInOperator(app, 'reviewer')
  const { id } = await claimIdentity(app, reviewer, person.id)
  const look = async (who: TestOperator) => (await who.call('opsCase', { kind: 'kyc', id })).text
  const looks = async () => {
    const { rows } = await app.db.pool.query<{ actor: string }>(
      `SELECT actor FROM trust_audit WHERE action = 'kyc.view' AND subject = $1`,
      [`kyc:${id}`],
    )
    return rows.map(({ actor }) => actor)
  }
  expect(await look(reviewer)).toContain('Okafor')
  const claimedLooks = (await looks()).length
  expect(await look(reviewer)).toContain('Okafor')
  expect(await looks()).toHaveLength(claimedLooks + 1)
  for (const secret of ['Okafor', person.email]) expect(await look(other)).not.toContain(secret)
  // A decision cannot be made on what is masked.
  const { shownHash } = (await other.call('opsCase', { kind: 'kyc', id })).result
  expect((await other.call('opsApprove', { kind: 'kyc', id, shownHash })).code).toBe(11007)
  await app.moveClock(10 * 60_000)
  expect(await look(reviewer)).not.toContain('Okafor')
  expect((await other.call('opsClaim', { kind: 'kyc', id })).code).toBe(200)
  expect(await look(other)).toContain('Okafor')
  expect((await other.call('opsRelease', { kind: 'kyc', id })).code).toBe(200)
  expect(await look(other)).not.toContain('Okafor')
  expect((await looks()).at(-1)).toBe(other.id)
  const before = (await looks()).length
  // Given back, claimed and looked at again: another entry, however soon.
  expect((await other.call('opsClaim', { kind: 'kyc', id })).code).toBe(200)
  expect(await look(other)).toContain('Okafor')
  expect(await looks()).toHaveLength(before + 1)
})

test('refused items are named with their reasons, only they must change, and the second check is approved', async () => {
  const person = await app.signUp()
  await app.call('saveSettings', { language: 'de' }, person)
  await submit(person)
  const first = await claimIdentity(app, reviewer, person.id)
  const { shownHash } = first.shown.result
  const request = { kind: 'kyc', id: first.id, shownHash, reason: 'kyc.reason.blurred' }
  const items = [
    { item: 'photoFront', reason: 'kyc.reason.blurred' },
    { item: 'address', reason: 'kyc.reason.differs' },
  ]
  expect(
    (await reviewer.call('opsReject', { ...request, items: [{ item: 'shoes', reason: 'kyc.reason.glare' }] }))
      .code,
  ).toBe(11001)
  expect((await reviewer.call('opsReject', { ...request, items })).result).toMatchObject({
    status: 'rejected',
  })
  const rejected = await show(person)
  expect(rejected).toMatchObject({
    status: 'rejected',
    reason: 'blurred',
    failed: [
      { item: 'photoFront', reason: 'blurred' },
      { item: 'address', reason: 'differs' },
    ],
    deadlineAt: null,
  })
  await expect.poll(() => app.messages(person.email).at(-1)?.kind).toBe('identityRejected')
  expect(app.messages(person.email).at(-1)?.subject).toContain('Identitätsprüfung')

  const same = await app.call('identification', rejected, person)
  expect(same.result.issues.map(({ path }) => path)).toEqual(['address', 'photoFront'])
  const photoFront = (await app.upload(person.token, 'kyc')).result.fileId
  await app.call('saveIdentification', { photoFront, address: 'Birkenweg 9, 10115 Berlin' }, person)
  expect((await app.call('identification', await show(person), person)).code).toBe(20001)
  const second = await claimIdentity(app, reviewer, person.id)
  expect(JSON.stringify(second.shown.result)).toContain('Attempt 1, refused')
  await reviewer.call('opsApprove', { kind: 'kyc', id: second.id, shownHash: second.shown.result.shownHash })
  expect(await show(person)).toMatchObject({ status: 'approved', tier: 1, failed: [] })
  expect((await submit(person)).code).toBe(10019)
})

test('every move that is not in the table is refused by the database, and nobody is verified by an UPDATE', async () => {
  const statuses = Object.keys(identityMoves) as (keyof typeof identityMoves)[]
  const move = (id: string, to: string, tier = 0) =>
    app.db.pool.query('UPDATE accounts_users SET kyc = $2, kyc_tier = $3 WHERE id = $1', [id, to, tier])
  const people = { none: await app.signUp(), pending: await app.signUp(), approved: await app.signUp() }
  await submit(people.pending)
  await verifyIdentity(app, reviewer, people.approved)
  for (const [from, person] of Object.entries(people)) {
    for (const to of statuses.filter((status) => status !== from)) {
      await expect(move(person.id, to, to === 'approved' ? 1 : 0), `${from} to ${to}`).rejects.toThrow(/kyc/)
    }
  }
  await expect(move(people.none.id, 'none', 2)).rejects.toThrow(/tier/)
  await expect(
    app.db.pool.query(`UPDATE kyc_cases SET failed = '[]' WHERE user_id = $1`, [people.approved.id]),
  ).rejects.toMatchObject({ constraint: 'kyc_case_moves' })
})

test('I13.2: an identity and its case move by the table of the rules, and any other move stops before the database', async () => {
  const person = await app.signUp()
  await submit(person)
  const { id, shown } = await claimIdentity(app, reviewer, person.id)
  const outcome = { status: 'rejected', at: new Date(), by: reviewer.id, failed: [] } as const
  const move = (status: IdentityStatus) =>
    app.db.transaction((tx) => setIdentity(tx, person.id, status, status === 'approved' ? 1 : 0))
  await expect(move('none')).rejects.toThrow(`an identity cannot become none: ${person.id}`)
  await reviewer.call('opsApprove', { kind: 'kyc', id, shownHash: shown.result.shownHash })
  for (const wrong of ['none', 'pending', 'rejected'] as const)
    await expect(move(wrong)).rejects.toThrow(`an identity cannot become ${wrong}: ${person.id}`)
  await expect(app.db.transaction((tx) => decideCase(tx, id, outcome))).rejects.toThrow(
    `an identity verification cannot become rejected: ${id}`,
  )
})

test('twenty submissions at once make one case', async () => {
  const person = await app.signUp()
  const form = await identityForm(app, person.token)
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => app.call('identification', form, person)),
  )
  expect(responses.map(({ code }) => code).sort()).toEqual([...Array(19).fill(10019), 20001])
})
