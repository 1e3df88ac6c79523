import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { signInOperator, type TestOperator } from '../../testing/test-operators.ts'
import { publicKeys } from './test-public-keys.ts'

let app: TestApp
let rita: TestOperator
let fay: TestOperator
let fred: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  rita = await signInOperator(app, 'reviewer')
  fay = await signInOperator(app, 'finance')
  fred = await signInOperator(app, 'finance')
})
afterAll(async () => {
  expect(await reconcile(app.db)).toEqual([])
  await app.dispose()
})

const newHash = () => randomBytes(32).toString('hex')
const recharge = 'recharge' as const
const inRows = (sections: unknown) => JSON.stringify(sections)

interface Shown {
  readonly shownHash: string
  readonly allowed: readonly string[]
  readonly sections: readonly { readonly images: readonly { readonly fileId: string }[] }[]
}

/** Opens a case and takes it, as a reviewer does. */
async function open(id: string, by = rita): Promise<Shown> {
  expect((await by.call('opsClaim', { kind: recharge, id })).code).toBe(200)
  return resultOf<Shown>(await by.call('opsCase', { kind: recharge, id }))
}
const usdtOf = async (token: string) =>
  (await app.call('getUserInfo', {}, { token, mode: 'real' })).result.balances.find(
    ({ asset }) => asset === 'USDT',
  )?.available

it('a deposit by proof: two people see claim and picture, name the whole transaction, and the money is there', async () => {
  const { token } = await app.signUp()
  const real = { token, mode: 'real' as const }
  const proof = String((await app.upload(token, 'deposit')).result.fileId)
  const hash = newHash()
  const request = { coin: 'USDT', network: 'TRC20', amount: '250', hashLast6: hash.slice(-6), proof }
  const made = await app.call('recharge', request, real)
  expect(made).toMatchObject({ code: 20002, result: { hash: null, hashLast6: hash.slice(-6), proof } })
  // The same picture proves nothing twice.
  expect((await app.call('recharge', { ...request, hashLast6: 'aaaaaa' }, real)).code).toBe(11023)

  const { id } = made.result
  const queue = await rita.call('opsQueue', { kind: recharge })
  expect(queue.result.items.map((item) => item.id)).toContain(id)
  const shown = await open(id)
  expect(shown.allowed).toEqual(['approve', 'reject'])
  expect(inRows(shown.sections)).toContain('shared by all customers')
  expect(shown.sections.at(-1)?.images).toMatchObject([{ fileId: proof }])
  const decision = { kind: recharge, id, shownHash: shown.shownHash }
  expect((await rita.call('opsApprove', decision)).result).toMatchObject({
    issues: [{ path: 'hash', code: 'required' }],
  })
  expect((await rita.call('opsApprove', { ...decision, hash: newHash() })).code).toBe(11001)
  expect(await usdtOf(token)).toBe('0.000000')
  expect((await rita.call('opsApprove', { ...decision, hash })).result).toMatchObject({ approvalsMissing: 1 })
  expect(await usdtOf(token)).toBe('0.000000')
  await open(id, fay)
  expect((await fay.call('opsApprove', { ...decision, hash })).result).toMatchObject({ status: 'approved' })
  expect(await usdtOf(token)).toBe('250.000000')
  const [record] = (await app.call('listRecharge', {}, real)).result.items
  expect(record).toMatchObject({ status: 'approved', hash, credited: '250.000000', waitsFor: null })
  expect((await app.call('statement', {}, real)).text).toContain('"kind":"deposit"')
  // Decided is decided.
  expect((await rita.call('opsApprove', { ...decision, hash })).code).not.toBe(200)
  expect(await usdtOf(token)).toBe('250.000000')
})

it('a rejected deposit gives its reason, and the list can be taken home as a file', async () => {
  const { token, email } = await app.signUp()
  const real = { token, mode: 'real' as const }
  const request = { coin: 'USDT', network: 'ERC20', amount: '250', hash: newHash() }
  const { id } = (await app.call('recharge', request, real)).result
  const { shownHash } = await open(id)
  const decision = { kind: recharge, id, shownHash }
  expect((await rita.call('opsReject', { ...decision, reason: 'because' })).code).toBe(11001)
  expect((await rita.call('opsReject', { ...decision, reason: 'funding.reason.notFound' })).code).toBe(200)
  const [record] = (await app.call('listRecharge', { status: 'rejected' }, real)).result.items
  expect(record).toMatchObject({
    id,
    timeline: [{ status: 'pending' }, { status: 'rejected', reason: 'funding.reason.notFound' }],
  })
  await expect.poll(() => app.messages(email).at(-1)?.kind).toBe('depositRefused')
  expect(app.messages(email).at(-1)?.text).toContain('find this transaction on the network')
  const file = await app.call('listRecharge', { format: 'csv' }, real)
  expect(file.headers.get('content-type')).toContain('text/csv')
  expect(file.text.trim().split('\r\n')).toHaveLength(2)
  expect(file.text).toContain(`,250.000000,,`)
  expect((await app.call('recharge', request, real)).code).toBe(20002)
})

it('11020: a transaction that another customer was credited for at the same address is not approved again', async () => {
  const [ana, ben] = [await app.signUp(), await app.signUp()]
  const hash = newHash()
  const usdt = { coin: 'USDT', network: 'TRC20', amount: '250' }
  await app.call('recharge', { ...usdt, hash }, { token: ana.token, mode: 'real' })
  const proof = String((await app.upload(ben.token, 'deposit')).result.fileId)
  const byEnd = { ...usdt, hashLast6: hash.slice(-6), proof }
  const { id } = (await app.call('recharge', byEnd, { token: ben.token, mode: 'real' })).result
  const { shownHash } = await open(id)
  const decision = { kind: recharge, id, shownHash, hash }
  expect((await rita.call('opsApprove', decision)).result).toMatchObject({ approvalsMissing: 1 })
  await open(id, fay)
  expect((await fay.call('opsApprove', decision)).code).toBe(11020)
  expect(await usdtOf(ben.token)).toBe('0.000000')
})

it('⚖ payment addresses: two people of finance compare the addresses of a key; other roles and unreadable keys are refused', async () => {
  const change = { network: 'BTC', target: publicKeys.BTC, reason: 'the new wallet' }
  expect((await rita.call('opsProposePaymentAddress', change)).code).toBe(11005)
  for (const target of ['xpub661', 'not an address', publicKeys.BTC.replace('xpub', 'xprv')])
    expect((await fay.call('opsProposePaymentAddress', { ...change, target })).code).toBe(11001)
  const { id } = (await fay.call('opsProposePaymentAddress', change)).result
  const own = await fay.call('opsProposal', { id })
  const shown = await fred.call('opsProposal', { id })
  const { shownHash } = resultOf<Shown>(shown)
  expect(inRows(shown.result)).toMatch(/Address 3.*bc1q/)
  expect(own.code).toBe(200)
  expect((await fay.call('opsApproveProposal', { id, shownHash })).code).toBe(11008)
  const before = await fay.call('opsPaymentAddresses')
  expect(before.text).toContain('"kind":"sample"')
  expect((await fred.call('opsApproveProposal', { id, shownHash })).code).toBe(200)
  const after = resultOf<{ network: string; kind: string; addresses: string[] }[]>(
    await fay.call('opsPaymentAddresses'),
  )
  const bitcoin = after.find(({ network }) => network === 'BTC')
  expect(bitcoin).toMatchObject({ kind: 'key', target: publicKeys.BTC, version: 1, reason: 'the new wallet' })
  const { token } = await app.signUp()
  const request = { coin: 'BTC', network: 'BTC' }
  const customer = await app.call('getDepositAddress', request, { token, mode: 'real' })
  expect(bitcoin?.addresses).toContain(resultOf<{ address: string }>(customer).address)
})
