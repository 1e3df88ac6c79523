import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SignedRequest {
  readonly method: string
  /** As it was sent, percent-encoded. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** AWS Signature Version 4, worked out a second way for S3: whether this request was signed with the secret, its body included where it names one. */
export function isSigned({ method, path, query, headers, body }: SignedRequest, secret: string): boolean {
  const authorization =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\S+?), ?SignedHeaders=(\S+?), ?Signature=([0-9a-f]{64})$/
  const [, scope = '', names = '', signature] = authorization.exec(headers.authorization ?? '') ?? []
  const named = headers['x-amz-content-sha256'] ?? ''
  if (named !== 'UNSIGNED-PAYLOAD' && named !== sha256(body)) return false
  const request = [
    method,
    path,
    [...query]
      .map((pair) => pair.map(encodeURIComponent).join('='))
      .sort()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${(headers[name] ?? '').trim()}`),
    '',
    names,
    named,
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'] ?? '', scope, sha256(request)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${secret}`)
  return hmac(key, text).toString('hex') === signature
}

/** Proxy in front of a store that does not check signatures: accepts only requests signed with this secret. */
export async function startGate(
  store: string,
  secret: string,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const gate = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const url = new URL(request.url ?? '/', store)
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const method = request.method ?? 'GET'
    if (!isSigned({ method, path: url.pathname, query: url.searchParams, headers, body }, secret)) {
      response.writeHead(403).end()
      return
    }
    const passed = await fetch(url, { method, ...(body.length === 0 ? {} : { body: new Uint8Array(body) }) })
    response.writeHead(passed.status).end(Buffer.from(await passed.arrayBuffer()))
  })
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
  return {
    port: (gate.address() as AddressInfo).port,
    close: () => new Promise((resolve) => gate.close(() => resolve())),
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
