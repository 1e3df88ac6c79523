import { fromStoredBytes, type SealedBytes, toStoredBytes } from '../keys/sealing.ts'
import type { FileStore } from './file-store.ts'
import { S3Client } from './s3-client.ts'

/** Files in an S3-compatible store. Everything is sealed before it is sent there. */
export class S3Store implements FileStore {
  private readonly client: S3Client

  constructor(address: string) {
    this.client = new S3Client(address)
  }

  async put(name: string, bytes: SealedBytes): Promise<void> {
    const body = new Uint8Array(toStoredBytes(bytes))
    await this.client.send({ method: 'PUT', name, fine: [200], body })
  }

  async get(name: string): Promise<SealedBytes | null> {
    const response = await this.client.send({ method: 'GET', name, fine: [200, 404] })
    return response.status === 404 ? null : fromStoredBytes(Buffer.from(await response.arrayBuffer()))
  }

  async remove(name: string): Promise<void> {
    await this.client.send({ method: 'DELETE', name, fine: [200, 204, 404] })
  }
}
