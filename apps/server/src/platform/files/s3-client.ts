import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'

const triesAgain = 2

export interface S3Request {
  readonly method: 'PUT' | 'GET' | 'DELETE' | 'POST'
  /** Below the bucket and prefix of the address. */
  readonly name: string
  /** Statuses that are no failure. */
  readonly fine: readonly number[]
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Uint8Array<ArrayBuffer>
  readonly patienceMs?: number
}

const usualPatienceMs = 20_000

/** Sends signed requests to an S3-compatible store, addressed by path: `https://key:secret@host/bucket/prefix?region=eu-central-1`. */
export class S3Client {
  /** The bucket, without a prefix. */
  readonly bucketUrl: string
  /** Begins every name in the bucket; empty, or with a slash at its end. */
  readonly prefix: string
  private readonly client: AwsClient

  constructor(address: string) {
    const url = new URL(address)
    this.client = new AwsClient({
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
      service: 's3',
      region: url.searchParams.get('region') ?? 'us-east-1',
      retries: triesAgain,
    })
    const [bucket = '', ...parts] = url.pathname.split('/').filter((part) => part !== '')
    this.bucketUrl = `${url.protocol}//${url.host}/${bucket}`
    this.prefix = parts.map((part) => `${part}/`).join('')
  }

  async send({ method, name, fine, query, body, patienceMs }: S3Request): Promise<Response> {
    const response = await this.client.fetch(`${this.urlOf(name)}${queryOf(query)}`, {
      method,
      signal: AbortSignal.timeout(patienceMs ?? usualPatienceMs),
      redirect: 'error',
      ...(body === undefined ? {} : { body, headers: headersOf(body) }),
    })
    if (!fine.includes(response.status)) {
      throw new Error(`the file store responded with ${response.status} to ${method}`)
    }
    return response
  }

  /** An empty name is the bucket itself. */
  private urlOf(name: string): string {
    return name === '' ? this.bucketUrl : `${this.bucketUrl}/${this.prefix}${name}`
  }
}

const queryOf = (query: S3Request['query']): string =>
  query === undefined ? '' : `?${new URLSearchParams(query).toString()}`

/** Headers of a request. The signature covers the body too, so that it cannot be replaced on the way to the store. */
const headersOf = (body: Uint8Array) => ({
  'content-type': 'application/octet-stream',
  'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
})
