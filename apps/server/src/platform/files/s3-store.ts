import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { fromStoredBytes, type SealedBytes, toStoredBytes } from '../keys/sealing.ts'
import type { FileStore } from './file-store.ts'

const patienceMs = 20_000
const triesAgain = 2

/**
 * An S3-compatible store, addressed by path: `https://key:secret@host/bucket/prefix?region=eu-central-1`. Everything is sealed
 * before it is sent there.
 */
export class S3Store implements FileStore {
  private readonly client: AwsClient
  private readonly base: string

  constructor(address: string) {
    const url = new URL(address)
    this.client = new AwsClient({
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
      service: 's3',
      region: url.searchParams.get('region') ?? 'us-east-1',
      retries: triesAgain,
    })
    this.base = `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}`
  }

  async put(name: string, bytes: SealedBytes): Promise<void> {
    await this.send('PUT', name, [200], new Uint8Array(toStoredBytes(bytes)))
  }

  async get(name: string): Promise<SealedBytes | null> {
    const response = await this.send('GET', name, [200, 404])
    return response.status === 404 ? null : fromStoredBytes(Buffer.from(await response.arrayBuffer()))
  }

  async remove(name: string): Promise<void> {
    await this.send('DELETE', name, [200, 204, 404])
  }

  private async send(
    method: 'PUT' | 'GET' | 'DELETE',
    name: string,
    fine: readonly number[],
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<Response> {
    const response = await this.client.fetch(`${this.base}/${name}`, {
      method,
      signal: AbortSignal.timeout(patienceMs),
      redirect: 'error',
      ...(body === undefined ? {} : { body, headers: headersOf(body) }),
    })
    if (!fine.includes(response.status)) {
      throw new Error(`the file store responded with ${response.status} to ${method}`)
    }
    return response
  }
}

/** Headers of a request. The signature covers the body too, so that it cannot be replaced on the way to the store. */
const headersOf = (body: Uint8Array) => ({
  'content-type': 'application/octet-stream',
  'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
})
