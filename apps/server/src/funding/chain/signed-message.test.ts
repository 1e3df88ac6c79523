import type { FundingNetwork } from '@candor/rules'
import { secp256k1 } from '@noble/curves/secp256k1'
import { concat, keccak256, stringToBytes } from 'viem'
import { describe, expect, test } from 'vitest'
import { addressOfKey } from './address.ts'
import { checkSignedMessage } from './signed-message.ts'
import { testWallet } from './test-wallet.ts'

const check = (network: FundingNetwork, address: string, message: string, signature: string) =>
  checkSignedMessage(network, { address, message, signature })

describe('Ethereum', () => {
  const account = testWallet('4c')
  const message = 'Candor, proof of control: ä 漢'

  test('a wallet’s signature is valid only for its address and text', async () => {
    const signature = await account.signMessage({ message })
    expect(check('ERC20', account.address, message, signature)).toBe('signed')
    expect(check('ETH', account.address.toLowerCase(), message, ` ${signature}\n`)).toBe('signed')
    expect(check('ERC20', account.address, `${message}.`, signature)).toBe('other')
    expect(check('ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', message, signature)).toBe('other')
    // Tron's wallets sign under another name.
    expect(check('TRC20', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE', message, signature)).toBe('other')
  })

  test('an invalid signature is unreadable', () => {
    for (const signature of ['', '0x', 'hello', `0x${'00'.repeat(65)}`, `0x${'ab'.repeat(64)}`, 'AAAA'])
      expect(check('ERC20', account.address, message, signature)).toBe('unreadable')
  })
})

test('Tron: a wallet’s signature under TIP-191 is valid only for its address and text', async () => {
  const key = '5d'.repeat(32)
  const publicKey = secp256k1.getPublicKey(key)
  const address = addressOfKey('TRC20', { publicKey, pubKeyHash: publicKey, world: 'main' })
  const message = 'Candor proof of control'
  const framed = concat([
    stringToBytes(`\x19TRON Signed Message:\n${message.length}`),
    stringToBytes(message),
  ])
  const signature = await testWallet('5d').sign({ hash: keccak256(framed) })
  expect(check('TRC20', address, message, signature)).toBe('signed')
  expect(check('TRC20', address, `${message}s`, signature)).toBe('other')
  expect(check('TRC20', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE', message, signature)).toBe('other')
})

// Test vectors of BIP-322.
const bip322 = {
  address: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
  empty:
    'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  hello:
    'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
}

describe('Bitcoin', () => {
  test('the vectors of BIP-322 hold, and nothing else of them does', () => {
    expect(check('BTC', bip322.address, '', bip322.empty)).toBe('signed')
    expect(check('BTC', bip322.address, 'Hello World', bip322.hello)).toBe('signed')
    expect(check('BTC', bip322.address, 'Hello World', bip322.empty)).toBe('other')
    expect(check('BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'Hello World', bip322.hello)).toBe(
      'other',
    )
    expect(check('BTC', bip322.address, 'Hello World', `A${bip322.hello.slice(1, -4)}`)).toBe('unreadable')
  })

  test('a Taproot key signs as BIP-322 specifies', () => {
    const address = 'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3'
    const signature =
      'AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ=='
    expect(check('BTC', address, 'Hello World', signature)).toBe('signed')
    expect(check('BTC', address, 'Hello world', signature)).toBe('other')
    expect(check('BTC', bip322.address, 'Hello World', signature)).toBe('other')
  })

  test('the older form counts for every address that the key alone opens', () => {
    const signature =
      'H9L5yLFjti0QTHhPyFrZCT1V/MMnBtXKmoiKDZ78NDBjERki6ZTQZdSMCtkgoNmp17By9ItJr8o7ChX0XxY91nk='
    const message = 'This is an example of a signed message.'
    expect(check('BTC', '1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV', message, signature)).toBe('signed')
    expect(check('BTC', '1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV', 'another', signature)).toBe('other')
    expect(check('BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', message, signature)).toBe('other')
  })

  test('an address of several keys belongs to no single key', () => {
    const several = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'
    expect(check('BTC', several, 'Hello World', bip322.hello)).toBe('other')
  })
})
