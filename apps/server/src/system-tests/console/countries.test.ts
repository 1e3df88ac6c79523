import type { CountryShown } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { signInOperator, type TestOperator } from '../../testing/test-operators.ts'

let app: TestApp
let risk: TestOperator
let finance: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  risk = await signInOperator(app, 'risk')
  finance = await signInOperator(app, 'finance')
})
afterAll(() => app.dispose())

const reason = 'our licence there'
const propose = (fields: object) =>
  risk.call('opsProposeCountry', { code: 'BR', options: false, plans: true, reason, ...fields })
const issueOf = ({ code, result }: { code: number; result: unknown }) => {
  const [first] = (result as { issues: { path: string; code: string }[] }).issues
  return `${code} ${first?.path} ${first?.code}`
}
const shown = async (code: string) => {
  const { countries } = resultOf<{ countries: CountryShown[] }>(await finance.call('opsCountries'))
  return countries.find((one) => one.code === code)
}

test('T10, T21: a country is opened by two people; in the EU and the UK options stay off whoever asks, as a raw parameter too', async () => {
  expect(await shown('DE')).toMatchObject({ options: 'never', plans: 'on' })
  for (const code of ['DE', 'GB', 'NO'])
    expect(issueOf(await propose({ code, options: true }))).toBe('11001 options never')
  expect(issueOf(await propose({}))).toBe('11001 code unchanged')
  for (const key of ['options.realCountries', 'smart.countriesOff'])
    expect(issueOf(await risk.call('opsChangeParameter', { key, value: ['DE'], reason }))).toBe(
      '11001 key countries',
    )
  const { id } = resultOf<{ id: string }>(await propose({ options: true, plans: false }))
  const { shownHash } = resultOf<{ shownHash: string }>(await finance.call('opsProposal', { id }))
  expect((await risk.call('opsApproveProposal', { id, shownHash })).code).toBe(11008)
  expect(await shown('BR')).toBeUndefined()
  expect((await finance.call('opsApproveProposal', { id, shownHash })).code).toBe(200)
  expect(await shown('BR')).toMatchObject({ options: 'on', plans: 'off' })
  const history = async (key: string) =>
    resultOf<{ value: unknown; changedBy: string; approvedBy: string }[]>(
      await risk.call('opsParameterHistory', { key }),
    )
  const people = { changedBy: risk.email, approvedBy: finance.email }
  expect(await history('options.realCountries')).toMatchObject([{ value: ['BR'], ...people }])
  expect(await history('smart.countriesOff')).toMatchObject([{ value: ['BR'], ...people }])
})

async function change(fields: object): Promise<void> {
  const { id } = resultOf<{ id: string }>(await propose(fields))
  const { shownHash } = resultOf<{ shownHash: string }>(await finance.call('opsProposal', { id }))
  expect((await finance.call('opsApproveProposal', { id, shownHash })).code).toBe(200)
}

test('I12.12: nobody signs up from a closed country; two people close and open one, and who lives there is told', async () => {
  for (const code of ['CU', 'IR', 'KP']) expect(await shown(code)).toMatchObject({ accounts: 'closed' })
  const email = 'far.away@candor.example'
  await app.call('sendCode', { email, purpose: 'register' })
  const code = app.messages(email).at(-1)?.code
  const person = { userName: 'faraway', email, password: 'a long and plain phrase', code }
  const refused = await app.call('register', { ...person, country: 'KP' })
  expect(issueOf(refused)).toBe('11001 country closed')
  // The code is still good, and a word in the wrong case is no way round.
  expect(issueOf(await app.call('register', { ...person, country: 'kp' }))).toBe(
    '11001 country invalid_format',
  )
  const customer = await app.signUp()
  const standing = async () =>
    resultOf<{ countryStanding: string }>(await app.call('getUserInfo', {}, customer)).countryStanding
  expect(await standing()).toBe('open')
  await change({ code: 'DE', accounts: false })
  expect(await standing()).toBe('closed')
  expect(issueOf(await app.call('register', { ...person, country: 'DE' }))).toBe('11001 country closed')
  await change({ code: 'DE', plans: false })
  expect(await shown('DE')).toMatchObject({ accounts: 'closed', plans: 'off' })
  await change({ code: 'DE', accounts: true })
  expect(await standing()).toBe('open')
  expect((await app.call('register', { ...person, country: 'DE' })).code).toBe(200)
})
