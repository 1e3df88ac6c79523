import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromStoredBytes } from '../keys/sealing.ts'
import { S3Store } from './s3-store.ts'
import { isSigned, type SignedRequest, startGate } from './test-signature.ts'

// The store itself takes version 4 signatures without looking at them: a gate that does look stands before it.
let server: S3rver
let gate: Awaited<ReturnType<typeof startGate>>
const directory = mkdtempSync(join(tmpdir(), 'candor-s3-'))
const secret = 'wJalr/XUtn+FEMI'
beforeAll(async () => {
  const configureBuckets = [{ name: 'pictures', configs: [] }]
  server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
  const { port } = await server.run()
  gate = await startGate(`http://127.0.0.1:${port}`, secret)
})
afterAll(async () => {
  await gate.close()
  await server.close()
  rmSync(directory, { recursive: true, force: true })
})

const storeOf = (signedWith: string) =>
  new S3Store(
    `http://S3RVER:${encodeURIComponent(signedWith)}@127.0.0.1:${gate.port}/pictures/candor?region=eu-central-1`,
  )

test('a file in an S3 store is returned byte for byte, and is deleted once removed', async () => {
  const store = storeOf(secret)
  const name = randomUUID()
  const bytes = fromStoredBytes(Buffer.alloc(70_000, 31))
  await store.put(name, bytes)
  expect(await store.get(name)).toEqual(bytes)
  await store.remove(name)
  expect(await store.get(name)).toBeNull()
  await store.remove(name)
})

test('another secret is refused for every call, as an error and not as an empty answer', async () => {
  const stranger = storeOf('another secret')
  const name = randomUUID()
  await storeOf(secret).put(name, fromStoredBytes(Buffer.from('x')))
  await expect(stranger.put(name, fromStoredBytes(Buffer.from('y')))).rejects.toThrow(/responded with 403/)
  await expect(stranger.get(name)).rejects.toThrow(/responded with 403/)
  await expect(stranger.remove(name)).rejects.toThrow(/responded with 403/)
  expect((await storeOf(secret).get(name))?.toString()).toBe('x')
})

// Source: Amazon S3 API Reference, Signature Calculations for the Authorization Header, its worked examples.
const published = {
  host: 'examplebucket.s3.amazonaws.com',
  'x-amz-date': '20130524T000000Z',
}
const signedAs = (headers: string, signature: string) =>
  `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=${headers},Signature=${signature}`
const nothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const examples: readonly SignedRequest[] = [
  {
    method: 'GET',
    path: '/test.txt',
    query: new URLSearchParams(),
    body: new Uint8Array(),
    headers: {
      ...published,
      range: 'bytes=0-9',
      'x-amz-content-sha256': nothing,
      authorization: signedAs(
        'host;range;x-amz-content-sha256;x-amz-date',
        'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
      ),
    },
  },
  {
    method: 'PUT',
    path: '/test%24file.text',
    query: new URLSearchParams(),
    body: Buffer.from('Welcome to Amazon S3.'),
    headers: {
      ...published,
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      authorization: signedAs(
        'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
        '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
      ),
    },
  },
  {
    method: 'GET',
    path: '/',
    query: new URLSearchParams({ 'max-keys': '2', prefix: 'J' }),
    body: new Uint8Array(),
    headers: {
      ...published,
      'x-amz-content-sha256': nothing,
      authorization: signedAs(
        'host;x-amz-content-sha256;x-amz-date',
        '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
      ),
    },
  },
]

test('the gate knows a signature: Amazon’s own examples pass, and not with another secret, body or path', () => {
  const example = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
  for (const request of examples) {
    expect(isSigned(request, example), request.path).toBe(true)
    expect(isSigned(request, `${example}.`)).toBe(false)
    expect(isSigned({ ...request, path: '/other' }, example)).toBe(false)
    expect(isSigned({ ...request, body: Buffer.from('another body') }, example)).toBe(false)
  }
})
