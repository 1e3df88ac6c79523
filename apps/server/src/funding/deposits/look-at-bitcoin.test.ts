import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { BitcoinChain } from '../chain/bitcoin.ts'
import { startTestEsplora, type TestEsplora } from '../chain/test-esplora.ts'
import { type FundingFixture, openFundingFixture } from '../funding-fixture.ts'
import { publicKeys } from './test-public-keys.ts'

let fixture: FundingFixture
let esplora: TestEsplora
beforeAll(async () => {
  esplora = await startTestEsplora()
  fixture = await openFundingFixture({
    bitcoin: new BitcoinChain({ esploraUrl: `${esplora.url}/`, mainOnly: false }),
  })
  await fixture.take('BTC', publicKeys.BTC)
})
afterAll(async () => {
  await fixture.dispose()
  await esplora.close()
})
afterEach(async () => expect(await reconcile(fixture.db)).toEqual([]))

const bitcoin = { coin: 'BTC', network: 'BTC' }
const sats = (coins: number) => Math.round(coins * 1e8)
const addressOf = async (as: string) =>
  String((await fixture.call('getDepositAddress', bitcoin, { as })).result.address)
const claim = async (as: string, hash: string, amount = '0.5') =>
  (await fixture.call('recharge', { ...bitcoin, amount, hash }, { as })).code
const record = async (as: string) => {
  const { result } = await fixture.call('listRecharge', {}, { as })
  return (result.items as Record<string, unknown>[])[0]
}

it('credits what arrived once it is deep enough, reports its depth, and never credits twice', async () => {
  const as = await fixture.person()
  const address = await addressOf(as)
  const hash = esplora.pay([
    { address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', sats: sats(3) },
    { address: address.toUpperCase(), sats: sats(0.25) },
    { address: null, sats: 0 },
    { address, sats: sats(0.251) },
  ])
  expect(await claim(as, hash)).toBe(20002)
  expect(await record(as)).toMatchObject({
    waitsFor: 'confirmations',
    confirmations: null,
    confirmationsNeeded: 3,
  })
  await fixture.look()
  expect(await record(as)).toMatchObject({ waitsFor: 'confirmations', confirmations: 0 })
  for (const depth of [1, 2]) {
    esplora.mine(1)
    expect(await fixture.look()).toBe(0)
    expect(await record(as)).toMatchObject({ status: 'pending', confirmations: depth })
  }
  esplora.mine(1)
  expect(await fixture.look()).toBe(1)
  // Both outputs to the address, to the satoshi, and not what was claimed.
  expect(await record(as)).toMatchObject({
    status: 'approved',
    waitsFor: null,
    amount: '0.50000000',
    credited: '0.50100000',
    timeline: [{ status: 'pending' }, { status: 'approved' }],
  })
  expect(await fixture.balance(as, 'BTC')).toBe('0.50100000')
  expect(await fixture.look()).toBe(0)
  expect(await claim(as, hash)).toBe(11020)
  expect(await fixture.balance(as, 'BTC')).toBe('0.50100000')
})

it('one transaction may pay two customers at their own addresses, each their own part', async () => {
  const [ana, ben] = [await fixture.person(), await fixture.person()]
  const hash = esplora.pay([
    { address: await addressOf(ana), sats: sats(0.1) },
    { address: await addressOf(ben), sats: sats(0.2) },
  ])
  esplora.mine(3)
  expect([await claim(ana, hash, '0.1'), await claim(ben, hash, '0.2')]).toEqual([20002, 20002])
  expect(await fixture.look()).toBe(2)
  expect([await fixture.balance(ana, 'BTC'), await fixture.balance(ben, 'BTC')]).toEqual([
    '0.10000000',
    '0.20000000',
  ])
})

it('a reorganisation before the credit restarts the count: a waiting payment must be deep again, a dropped one is missing', async () => {
  const [ana, ben] = [await fixture.person(), await fixture.person()]
  const again = esplora.pay([{ address: await addressOf(ana), sats: sats(0.5) }])
  await claim(ana, again)
  esplora.mine(2)
  await fixture.look()
  expect(await record(ana)).toMatchObject({ confirmations: 2 })
  esplora.reorganise(2, 'waits')
  await fixture.look()
  expect(await record(ana)).toMatchObject({ status: 'pending', waitsFor: 'confirmations', confirmations: 0 })
  esplora.mine(3)
  expect(await fixture.look()).toBe(1)
  const gone = esplora.pay([{ address: await addressOf(ben), sats: sats(0.5) }])
  await claim(ben, gone)
  esplora.mine(2)
  await fixture.look()
  esplora.reorganise(2, 'gone')
  esplora.mine(5)
  await fixture.look()
  expect(await record(ben)).toMatchObject({ status: 'pending', waitsFor: 'confirmations', confirmations: 0 })
  expect(await fixture.balance(ben, 'BTC')).toBe('0.00000000')
})

it('a missing payment, too little, or a payment to another address waits for the reviewer', async () => {
  const [ana, ben] = [await fixture.person(), await fixture.person()]
  const toAna = esplora.pay([{ address: await addressOf(ana), sats: sats(0.5) }])
  const small = esplora.pay([{ address: await addressOf(ben), sats: sats(0.0149) }])
  esplora.mine(6)
  // Ben hands in Ana's payment: it does not stop her own claim.
  expect(await claim(ben, toAna)).toBe(20002)
  await fixture.look()
  expect(await record(ben)).toMatchObject({ status: 'pending', waitsFor: 'review' })
  expect(await claim(ben, small, '0.02')).toBe(20002)
  await fixture.look()
  expect(await record(ben)).toMatchObject({ status: 'pending', waitsFor: 'review' })
  expect(await fixture.balance(ben, 'BTC')).toBe('0.00000000')
  expect(await claim(ana, toAna)).toBe(20002)
  expect(await fixture.look()).toBe(1)
  expect(await fixture.balance(ana, 'BTC')).toBe('0.50000000')
})

it('more than was claimed may ask for an identity first; once that is verified, the chain credits it', async () => {
  const as = await fixture.person({ verified: false })
  // Twice: a price that halves is believed after some ten quotes.
  fixture.warm('BTCUSDT', '50000', 'live')
  fixture.warm('BTCUSDT', '50000', 'live')
  const hash = esplora.pay([{ address: await addressOf(as), sats: sats(0.5) }])
  esplora.mine(3)
  expect(await claim(as, hash, '0.015')).toBe(20002)
  expect(await fixture.look()).toBe(0)
  expect(await record(as)).toMatchObject({ status: 'pending', waitsFor: 'identity', confirmations: 3 })
  fixture.verified.add(as)
  expect(await fixture.look()).toBe(1)
  expect(await fixture.balance(as, 'BTC')).toBe('0.50000000')
})

it('money at a shared address belongs to no one automatically: the chain is looked up, a reviewer decides', async () => {
  const as = await fixture.person()
  const shared = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'
  await fixture.take('BTC', shared)
  const hash = esplora.pay([{ address: shared, sats: sats(0.5) }])
  esplora.mine(6)
  expect(await claim(as, hash)).toBe(20002)
  expect(await fixture.look()).toBe(0)
  expect(await record(as)).toMatchObject({ status: 'pending', waitsFor: 'review', confirmations: 6 })
  await fixture.take('BTC', publicKeys.BTC)
})

it('a node that does not respond changes nothing and is logged', async () => {
  const as = await fixture.person()
  const hash = esplora.pay([{ address: await addressOf(as), sats: sats(0.5) }])
  esplora.mine(3)
  await claim(as, hash)
  const faults = fixture.faults.length
  esplora.fail(true)
  expect(await fixture.look()).toBe(0)
  expect(fixture.faults.length).toBeGreaterThan(faults)
  expect(await record(as)).toMatchObject({ status: 'pending', confirmations: null })
  esplora.fail(false)
  expect(await fixture.look()).toBe(1)
})

it('outside a sandbox a chain that is not Bitcoin’s main one is refused', async () => {
  const main = new BitcoinChain({ esploraUrl: esplora.url, mainOnly: true })
  await expect(main.transaction('0'.repeat(64))).rejects.toThrow('does not serve Bitcoin’s main chain')
})

it('T15: the balance of an address is what blocks contain, and a node that does not respond reports nothing', async () => {
  const chain = new BitcoinChain({ esploraUrl: esplora.url, mainOnly: false })
  const holder = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'
  const before = await chain.balance('BTC', holder)
  esplora.pay([{ address: holder, sats: sats(0.75) }])
  expect(await chain.balance('BTC', holder)).toBe(before)
  esplora.mine(1)
  expect((await chain.balance('BTC', holder)) - before).toBe(75_000_000n)
  esplora.fail(true)
  await expect(chain.balance('BTC', holder)).rejects.toThrow('503')
  esplora.fail(false)
})
