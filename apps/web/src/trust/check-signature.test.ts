import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, it } from 'vitest'
import { canonicalJson } from './canonical-json.ts'
import { checkSignature, type KeySet, loadKeys } from './check-signature.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const keys: KeySet = {
  keys: [
    {
      keyId: 'k1',
      algorithm: 'Ed25519',
      publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    },
  ],
}
const document = { order: { profit: '1.000000', code: 'BTCUSDT' }, events: [{ number: 1, at: 1.5e21 }] }
const receipt = {
  keyId: 'k1',
  signature: sign(null, Buffer.from(canonicalJson(document)), privateKey).toString('base64'),
  document,
}

it('T6: knows a genuine receipt, whatever the order of its keys', async () => {
  expect(await checkSignature(receipt, keys)).toBe('valid')
  const turned = { events: document.events, order: { code: 'BTCUSDT', profit: '1.000000' } }
  expect(await checkSignature({ ...receipt, document: turned }, keys)).toBe('valid')
})

it('T6: one changed digit, another key or a broken signature is not genuine', async () => {
  const changed = { ...document, order: { ...document.order, profit: '1.000001' } }
  expect(await checkSignature({ ...receipt, document: changed }, keys)).toBe('invalid')
  expect(await checkSignature({ ...receipt, signature: 'AAAA' }, keys)).toBe('invalid')
  expect(await checkSignature({ ...receipt, keyId: 'other' }, keys)).toBe('unknownKey')
})

it('says that it could not check rather than guessing', async () => {
  expect(await checkSignature(receipt, null)).toBe('noKeys')
  expect(await checkSignature(receipt, { keys: [{ ...keys.keys[0], publicKey: 'AAAA' }] } as KeySet)).toBe(
    'unsupported',
  )
  expect(await loadKeys(() => Promise.reject(new Error('offline')))).toBeNull()
})

it('writes JSON in the one form that is signed (RFC 8785)', () => {
  expect(canonicalJson({ b: [1, 'é"\n', null, true], a: { '\u20ac': 1e21, A: 0.1 } })).toBe(
    '{"a":{"A":0.1,"€":1e+21},"b":[1,"é\\"\\n",null,true]}',
  )
  expect(() => canonicalJson({ a: Number.NaN })).toThrow('not finite')
  expect(() => canonicalJson('\ud800')).toThrow('surrogate')
  expect(() => canonicalJson({ a: undefined })).toThrow('undefined')
})
