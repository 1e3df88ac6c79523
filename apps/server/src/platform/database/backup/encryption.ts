import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { DatabaseServerError } from '../embedded/database-server-error.ts'

/** Loaded when it is needed: no start and no other command waits for it. */
const age = () => import('age-encryption')

/** First bytes of a file in age's format. */
const intro = 'age-encryption.org/v1\n'

/** Checks whether it is a public key of age, its checksum included. */
export async function isRecipient(text: string): Promise<boolean> {
  const { Encrypter } = await age()
  try {
    new Encrypter().addRecipient(text)
    return true
  } catch {
    return false
  }
}

export interface KeyPair {
  /** Public key that backups are encrypted to; not secret. */
  readonly recipient: string
  /** Private key that decrypts them. */
  readonly identity: string
}

export async function newKeyPair(): Promise<KeyPair> {
  const { generateIdentity, identityToRecipient } = await age()
  const identity = await generateIdentity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** A step of a pipeline: what passes through is encrypted to public keys, in the format of `age`; each of their owners can decrypt it. */
export const encryptTo = (...recipients: readonly string[]) =>
  async function* (plain: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const { Encrypter } = await age()
    const encrypter = new Encrypter()
    for (const recipient of recipients) encrypter.addRecipient(recipient)
    yield* await encrypter.encrypt(webStream(Readable.from(plain)))
  }

/** Something stored that can be read more than once: a file, or an object of a backup store. */
export interface StoredBytes {
  readonly name: string
  open(): Promise<Readable>
}

export const storedFile = (file: string): StoredBytes => ({
  name: file,
  // Errors appear to the reader of the stream.
  open: async () => createReadStream(file),
})

export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(intro.length), 0, intro.length, 0)
    return buffer.toString('latin1', 0, bytesRead) === intro
  } finally {
    await handle.close()
  }
}

/** Returns a backup's decrypted bytes; refuses an encrypted one without its key or with another key. */
export async function openBackup(stored: StoredBytes, identity: string | null): Promise<Readable> {
  const { begin, all } = await peek(await stored.open(), intro.length)
  if (begin.toString('latin1') !== intro) return all
  if (identity === null) {
    all.destroy()
    throw new DatabaseServerError(
      `The backup ${stored.name} is encrypted: pass the file of its key with --identity.`,
    )
  }
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const plain = await decrypter.decrypt(webStream(all)).catch((cause: unknown) => {
    throw new DatabaseServerError(`The backup ${stored.name} is encrypted with another key.`, { cause })
  })
  return Readable.fromWeb(plain as ReadableStream<Uint8Array>)
}

/** Reads the first bytes of a stream, and returns them with a stream of all its bytes. */
async function peek(stream: Readable, length: number): Promise<{ begin: Buffer; all: Readable }> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let begin = Buffer.alloc(0)
  while (begin.length < length) {
    const { done, value } = await chunks.next()
    if (done === true) break
    begin = Buffer.concat([begin, value])
  }
  const rest = async function* () {
    yield begin
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  return { begin: begin.subarray(0, length), all: Readable.from(rest(), { objectMode: false }) }
}

const webStream = (stream: Readable) => Readable.toWeb(stream) as globalThis.ReadableStream<Uint8Array>
