import { hex } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { expect, test } from 'vitest'
import { readAddress } from './address.ts'
import { readPaymentTarget, sampleAddresses } from './payment-target.ts'

// The seed of BIP 84's own test vectors: "abandon … about" without a passphrase.
const seed = hex.decode(
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
)
const account = (path: string) => HDKey.fromMasterSeed(seed).derive(path).publicExtendedKey
const derived = (network: Parameters<typeof readPaymentTarget>[0], key: string, number: number) => {
  const target = readPaymentTarget(network, key)
  if (target?.kind !== 'key') throw new Error(`no key: ${key}`)
  return target.address(number)
}

test('BIP 84: derives the first addresses of its test vector from the account’s public key alone', () => {
  const zpub =
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
  for (const key of [zpub, account("m/84'/0'/0'")]) {
    expect(derived('BTC', key, 0)).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')
    expect(derived('BTC', key, 1)).toBe('bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g')
  }
})

test('the well-known first accounts of that seed on Ethereum and Tron', () => {
  const ethereum = account("m/44'/60'/0'")
  expect(derived('ETH', ethereum, 0)).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
  expect(derived('ERC20', ethereum, 0)).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
  expect(derived('TRC20', account("m/44'/195'/0'"), 0)).toBe('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH')
})

test('a private key, a broken key and another coin’s key are no payment target', () => {
  const root = HDKey.fromMasterSeed(seed)
  const xpub = root.publicExtendedKey
  expect(readPaymentTarget('BTC', root.privateExtendedKey)).toBeNull()
  expect(readPaymentTarget('BTC', `${xpub.slice(0, -1)}1`)).toBeNull()
  expect(readPaymentTarget('ETH', xpub.replace(/^xpub/, 'zpub'))).toBeNull()
  expect(readPaymentTarget('BTC', '')).toBeNull()
})

test('reads addresses with their checksums, and distinguishes main from test networks', () => {
  const taken = [
    ['BTC', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'main'],
    ['BTC', 'BC1QCR8TE4KR609GCAWUTMRZA0J4XV80JY8Z306FYU', 'main'],
    ['BTC', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr', 'main'],
    ['BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'main'],
    ['BTC', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG', 'main'],
    ['BTC', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'test'],
    ['ETH', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', 'either'],
    ['ERC20', '0x9858effd232b4033e47d90003d41ec34ecaeda94', 'either'],
    ['TRC20', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', 'either'],
  ] as const
  for (const [network, text, world] of taken) expect(readAddress(network, text)?.world, text).toBe(world)
  const refused = [
    ['BTC', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyv'],
    ['BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
    ['BTC', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
    ['ETH', '0x9858efFD232B4033E47d90003D41EC34EcaEda94'],
    ['ETH', '0x9858EfFD232B4033E47d90003D41EC34EcaEda9'],
    ['TRC20', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ] as const
  for (const [network, text] of refused) expect(readAddress(network, text), text).toBeNull()
})

test('the sandbox’s sample addresses are addresses, and Bitcoin’s is the test net’s', () => {
  for (const network of ['ERC20', 'TRC20', 'BTC', 'ETH'] as const)
    expect(readAddress(network, sampleAddresses[network])?.world).toBe(network === 'BTC' ? 'test' : 'either')
})
