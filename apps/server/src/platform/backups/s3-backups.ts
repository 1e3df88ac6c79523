import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { minuteMs } from '@candor/rules/time-units.ts'
import { S3Client } from '../files/s3-client.ts'
import type { BackupStore, StoredObject } from './backup-store.ts'

/** Size of a part of a large object; a store takes 10 000 of them, so that an object has up to 160 GB. */
const partBytes = 16 * 1024 * 1024
const partPatienceMs = 5 * minuteMs
/** A whole object is read within this. */
const readPatienceMs = 12 * 60 * minuteMs

/** Backups in an S3-compatible store. A large one is sent in parts as it is made, and needs no space on this machine. */
export class S3Backups implements BackupStore {
  readonly shown: string
  private readonly client: S3Client

  constructor(address: string) {
    this.client = new S3Client(address)
    this.shown = `${this.client.bucketUrl}/${this.client.prefix}`
  }

  async put(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const parts = partsOf(content)
    const first = await parts.next()
    const second = await parts.next()
    if (second.done === true) {
      const body = first.done === true ? new Uint8Array() : first.value
      await this.client.send({ method: 'PUT', name, fine: [200], body, patienceMs: partPatienceMs })
      return
    }
    await this.putParts(
      name,
      (async function* () {
        if (first.done !== true) yield first.value
        yield second.value
        yield* parts
      })(),
    )
  }

  async read(name: string): Promise<Readable | null> {
    const response = await this.client.send({
      method: 'GET',
      name,
      fine: [200, 404],
      patienceMs: readPatienceMs,
    })
    if (response.status === 404 || response.body === null) return null
    return Readable.fromWeb(response.body as ReadableStream<Uint8Array>)
  }

  async list(prefix: string): Promise<readonly StoredObject[]> {
    const found: StoredObject[] = []
    for (let after: string | null = ''; after !== null; ) {
      const query: Record<string, string> = { 'list-type': '2', prefix: `${this.client.prefix}${prefix}` }
      if (after !== '') query['continuation-token'] = after
      const xml = await (await this.client.send({ method: 'GET', name: '', fine: [200], query })).text()
      found.push(...objectsIn(xml, this.client.prefix))
      after = /<IsTruncated>true</.test(xml) ? textOf(xml, 'NextContinuationToken') : null
    }
    return found.sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  async remove(name: string): Promise<void> {
    await this.client.send({ method: 'DELETE', name, fine: [200, 204, 404] })
  }

  /** A store keeps parts of an interrupted upload out of every list; a lifecycle rule of the bucket removes them. */
  async removeDrafts(): Promise<void> {}

  private async putParts(name: string, parts: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<void> {
    const begun = await this.client.send({ method: 'POST', name, fine: [200], query: { uploads: '' } })
    const uploadId = textOf(await begun.text(), 'UploadId')
    if (uploadId === null) throw new Error('the file store gave no id for an upload')
    try {
      const etags: string[] = []
      for await (const body of parts) {
        const query = { partNumber: String(etags.length + 1), uploadId }
        const sent = await this.client.send({
          ...{ method: 'PUT', name, fine: [200], query, body },
          patienceMs: partPatienceMs,
        })
        etags.push(sent.headers.get('etag') ?? '')
      }
      await this.complete(name, uploadId, etags)
    } catch (error) {
      await this.client
        .send({ method: 'DELETE', name, fine: [200, 204, 404], query: { uploadId } })
        .catch(() => undefined)
      throw error
    }
  }

  private async complete(name: string, uploadId: string, etags: readonly string[]): Promise<void> {
    const list = etags.map(
      (etag, place) => `<Part><PartNumber>${place + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`,
    )
    const body = new TextEncoder().encode(
      `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`,
    )
    const done = await this.client.send({
      ...{ method: 'POST', name, fine: [200], query: { uploadId }, body },
      patienceMs: partPatienceMs,
    })
    // A store may begin its answer before it knows the result.
    if (/<Error>/.test(await done.text()))
      throw new Error('the file store could not join the parts of an upload')
  }
}

/** Joins chunks to parts of equal size; the last may be smaller. */
async function* partsOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let part = new Uint8Array(partBytes)
  let filled = 0
  for await (const chunk of content) {
    for (let from = 0; from < chunk.length; ) {
      const piece = chunk.subarray(from, from + partBytes - filled)
      part.set(piece, filled)
      filled += piece.length
      from += piece.length
      if (filled < partBytes) continue
      yield part
      part = new Uint8Array(partBytes)
      filled = 0
    }
  }
  if (filled > 0) yield part.slice(0, filled)
}

const objectsIn = (xml: string, prefix: string): StoredObject[] =>
  [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].map(([, object = '']) => ({
    name: (textOf(object, 'Key') ?? '').slice(prefix.length),
    bytes: Number(textOf(object, 'Size')),
  }))

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const textOf = (xml: string, element: string): string | null =>
  new RegExp(`<${element}>([^<]*)</${element}>`)
    .exec(xml)?.[1]
    ?.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '') ?? null

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
