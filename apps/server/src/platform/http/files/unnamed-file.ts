import { randomUUID } from 'node:crypto'
import type { ReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Smaller pieces are gathered before they are written. */
const writtenBytes = 64 * 1024

/**
 * A file without a name: unlinked as soon as it is open, in a folder only its owner can enter. It exists while it is open, so a
 * process leaves nothing of it behind, however it ends.
 */
export class UnnamedFile {
  /** Length with what is not written yet. */
  bytes = 0
  private readonly file: FileHandle
  private gathered: Uint8Array[] = []
  private gatheredBytes = 0

  private constructor(file: FileHandle) {
    this.file = file
  }

  static async open(folder: string): Promise<UnnamedFile> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, randomUUID())
    const file = await open(path, 'wx+', 0o600)
    await rm(path)
    return new UnnamedFile(file)
  }

  async append(piece: string | Uint8Array): Promise<void> {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    this.gathered.push(bytes)
    this.gatheredBytes += bytes.length
    this.bytes += bytes.length
    if (this.gatheredBytes >= writtenBytes) await this.flush()
  }

  async read(at: number, bytes: number): Promise<Buffer> {
    await this.flush()
    const { buffer, bytesRead } = await this.file.read(Buffer.alloc(bytes), 0, bytes, at)
    return buffer.subarray(0, bytesRead)
  }

  /** The whole content of a flushed file, to be read once: the file closes when it was read or given up. */
  stream(): ReadStream {
    return this.file.createReadStream({ start: 0 })
  }

  async flush(): Promise<void> {
    const { gathered } = this
    this.gathered = []
    this.gatheredBytes = 0
    if (gathered.length > 0) await this.file.writeFile(Buffer.concat(gathered))
  }

  close(): Promise<void> {
    return this.file.close()
  }
}
