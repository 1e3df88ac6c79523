import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { EthereumChain } from '../chain/ethereum.ts'
import { startTestEthereum, type TestEthereum } from '../chain/test-ethereum.ts'
import { type FundingFixture, openFundingFixture } from '../funding-fixture.ts'
import { publicKeys } from './test-public-keys.ts'

let fixture: FundingFixture
let node: TestEthereum
beforeAll(async () => {
  node = await startTestEthereum()
  fixture = await openFundingFixture({
    ethereum: new EthereumChain({ rpcUrl: node.url, usdtAddress: node.token, chainId: null }),
  })
  await fixture.take('ERC20', publicKeys.ETH)
  await fixture.take('ETH', publicKeys.ETH)
})
afterAll(async () => {
  await fixture.dispose()
  await node.close()
})
afterEach(async () => expect(await reconcile(fixture.db)).toEqual([]))

const tether = { coin: 'USDT', network: 'ERC20' }
const ether = { coin: 'ETH', network: 'ETH' }
const addressOf = async (as: string, what = tether) =>
  String((await fixture.call('getDepositAddress', what, { as })).result.address)
const claim = async (as: string, hash: string, amount = '500', what = tether) =>
  (await fixture.call('recharge', { ...what, amount, hash }, { as })).code
const record = async (as: string) => {
  const { result } = await fixture.call('listRecharge', {}, { as })
  return (result.items as Record<string, unknown>[])[0]
}

it('USDT by the contract’s own event: credited to the unit once twelve blocks deep, and once only', async () => {
  const as = await fixture.person()
  const hash = await node.payToken(await addressOf(as), 500_123_456n)
  expect((await fixture.call('getDepositAddress', tether, { as })).result).toMatchObject({
    own: true,
    automatic: true,
  })
  // Written in another way than the chain writes it.
  expect(await claim(as, hash.slice(2).toUpperCase())).toBe(20002)
  await fixture.look()
  expect(await record(as)).toMatchObject({ hash, waitsFor: 'confirmations', confirmations: 0 })
  await node.mine(11)
  expect(await fixture.look()).toBe(0)
  expect(await record(as)).toMatchObject({ status: 'pending', confirmations: 11 })
  await node.mine(1)
  expect(await fixture.look()).toBe(1)
  expect(await record(as)).toMatchObject({ status: 'approved', credited: '500.123456' })
  expect(await fixture.look()).toBe(0)
  expect([await fixture.balance(as, 'USDT'), await claim(as, hash)]).toEqual(['500.123456', 11020])
})

it('ETH finer than we keep is rounded up, never in the operator’s favour', async () => {
  const as = await fixture.person()
  const hash = await node.payEther(await addressOf(as, ether), 10n ** 18n + 1n)
  await claim(as, hash, '1', ether)
  await node.mine(12)
  expect(await fixture.look()).toBe(1)
  expect(await fixture.balance(as, 'ETH')).toBe('1.000000001')
})

it('one transaction that pays many is each one’s own part', async () => {
  const [ana, ben] = [await fixture.person(), await fixture.person()]
  const to = [await addressOf(ana), await addressOf(ben), await addressOf(ana)]
  const hash = await node.payToken(to, 130_000_000n)
  await node.mine(12)
  expect([await claim(ana, hash), await claim(ben, hash)]).toEqual([20002, 20002])
  expect(await fixture.look()).toBe(2)
  expect([await fixture.balance(ana, 'USDT'), await fixture.balance(ben, 'USDT')]).toEqual([
    '260.000000',
    '130.000000',
  ])
})

it('a failed payment, another token, another recipient and too little are not credited', async () => {
  const [failed, otherToken, otherPerson, small] = await Promise.all([
    fixture.person(),
    fixture.person(),
    fixture.person(),
    fixture.person(),
  ])
  const claims: [string, string][] = [
    [failed, await node.payTooMuch(await addressOf(failed))],
    [otherToken, await node.payToken(await addressOf(otherToken), 500_000_000n, node.otherToken)],
    [otherPerson, await node.payToken(await addressOf(small), 500_000_000n)],
    [small, await node.payToken(await addressOf(small), 119_999_999n)],
  ]
  await node.mine(12)
  for (const [as, hash] of claims) expect(await claim(as, hash)).toBe(20002)
  expect(await fixture.look()).toBe(0)
  for (const [as] of claims) {
    expect(await record(as)).toMatchObject({ status: 'pending', waitsFor: 'review' })
    expect(await fixture.balance(as, 'USDT')).toBe('0.000000')
  }
})

it('a transaction that a reorganisation took away is missing again and is not credited', async () => {
  const as = await fixture.person()
  const hash = await node.payToken(await addressOf(as), 500_000_000n)
  await claim(as, hash)
  await node.mine(5)
  await fixture.look()
  expect(await record(as)).toMatchObject({ confirmations: 5 })
  await node.rollBack(5)
  await fixture.look()
  expect(await record(as)).toMatchObject({ status: 'pending', confirmations: 0 })
  expect(await fixture.balance(as, 'USDT')).toBe('0.000000')
})

it('a raised minimum does not affect what was paid under the earlier one, at the report or at the credit', async () => {
  const as = await fixture.person()
  const minimum = (value: string) =>
    fixture.parameters.change({
      key: 'depositMinimum.USDT',
      value,
      reason: 'a test',
      changedBy: 'ana',
      approvedBy: 'ben',
    })
  const [early, late] = [
    await node.payToken(await addressOf(as), 130_000_000n),
    await node.payToken(await addressOf(as), 130_000_000n),
  ]
  expect(await claim(as, early, '130')).toBe(20002)
  await minimum('200')
  fixture.clock.advance(1)
  expect(await claim(as, late, '130')).toBe(20002)
  await node.mine(12)
  expect(await fixture.look()).toBe(2)
  expect(await fixture.balance(as, 'USDT')).toBe('260.000000')
  // A month later the address has been shown with the new one.
  fixture.clock.advance(31 * 86_400_000)
  const after = await node.payToken(await addressOf(as), 130_000_000n)
  expect(await claim(as, after, '130')).toBe(10016)
  await minimum('120')
})

it('outside a sandbox a node of another chain is refused', async () => {
  const main = new EthereumChain({ rpcUrl: node.url, usdtAddress: node.token, chainId: 1 })
  await expect(main.transaction(`0x${'0'.repeat(64)}`)).rejects.toThrow('accepts only chain 1')
})

it('T15: the balance of an address is read from the node, USDT by its contract and ETH rounded down', async () => {
  const chain = new EthereumChain({ rpcUrl: node.url, usdtAddress: node.token, chainId: null })
  const holder = '0x00000000000000000000000000000000c0ffee00'
  expect(await chain.balance('USDT', holder)).toBe(0n)
  await node.payToken(holder, 2_500_000_001n)
  await node.payToken(holder, 7n, node.otherToken)
  await node.payEther(holder, 3n * 10n ** 18n + 999_999_999n)
  await node.mine(1)
  expect(await chain.balance('USDT', holder)).toBe(2_500_000_001n)
  expect(await chain.balance('ETH', holder)).toBe(3_000_000_000n)
})
