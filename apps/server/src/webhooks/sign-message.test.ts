import { createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { newSecret, signaturesOf } from './sign-message.ts'

/** Vectors of the libraries of Standard Webhooks: JavaScript for v1, Go for v1a. */
const vectors = [
  {
    signature: 'v1',
    secret: 'whsec_plJ3nmyCDGBKInavdOK15jsl',
    parts: {
      id: 'msg_loFOjxBNrRLzqYUf',
      timestamp: 1_731_705_121,
      body: '{"event_type":"ping","data":{"success":true}}',
    },
    expected: 'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
  },
  {
    signature: 'v1a',
    secret: 'whsk_VEVTVFNJR05JTkdLRVlET05PVFVTRVRISVNGT1JBTlk=',
    parts: {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: 1_614_265_330,
      body: '{"test": 2432232314}',
    },
    expected: 'v1a,tQ9V2XOqn7jL/DQenEFpqIugdBVtiMmER5mhSkXBNwM0mkATuDe6KYYUuxqtaiHeYGb7KaaBRdM5WqyeFiL8Ag==',
  },
] as const

test.each(vectors)('I16.11: a $signature signature is that of the standard’s own libraries', (vector) => {
  const { signature, secret, parts, expected } = vector
  expect(signaturesOf(signature, [secret], parts)).toBe(expected)
})

test('I16.11: two secrets make two signatures in one header', () => {
  const parts = { id: 'msg_1', timestamp: 1, body: '{}' }
  const [one, other] = [newSecret('v1').secret, newSecret('v1').secret]
  const both = signaturesOf('v1', [one, other], parts)
  expect(both.split(' ')).toEqual([signaturesOf('v1', [one], parts), signaturesOf('v1', [other], parts)])
})

test('I16.11: a published key verifies what its secret signed, and nothing else', () => {
  const { secret, publicKey } = newSecret('v1a')
  expect(secret).toMatch(/^whsk_[\w+/]{43}=$/)
  expect(publicKey).toMatch(/^whpk_[\w+/]{43}=$/)
  const x = Buffer.from(publicKey?.slice('whpk_'.length) ?? '', 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const header = signaturesOf('v1a', [secret], { id: 'msg_1', timestamp: 7, body: '{"a":1}' })
  const signature = Buffer.from(header.slice('v1a,'.length), 'base64')
  const verifies = (content: string) => verify(null, Buffer.from(content), key, signature)
  expect(verifies('msg_1.7.{"a":1}')).toBe(true)
  expect(verifies('msg_1.8.{"a":1}')).toBe(false)
  expect(newSecret('v1').secret).toMatch(/^whsec_[\w+/]{43}=$/)
})
