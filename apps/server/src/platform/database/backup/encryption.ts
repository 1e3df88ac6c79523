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

/** A step of a pipeline: what passes through is encrypted to a public key, in the format of `age`. */
export const encryptTo = (recipient: string) =>
  async function* (plain: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const { Encrypter } = await age()
    const encrypter = new Encrypter()
    encrypter.addRecipient(recipient)
    yield* await encrypter.encrypt(webStream(Readable.from(plain)))
  }

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
export async function openBackup(file: string, identity: string | null): Promise<Readable> {
  const stored = createReadStream(file)
  // Errors appear to the reader of the stream.
  if (!(await isEncrypted(file))) return stored
  if (identity === null) {
    stored.destroy()
    throw new DatabaseServerError(
      `The backup ${file} is encrypted: pass the file of its key with --identity.`,
    )
  }
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const plain = await decrypter.decrypt(webStream(stored)).catch((cause: unknown) => {
    throw new DatabaseServerError(`The backup ${file} is encrypted with another key.`, { cause })
  })
  return Readable.fromWeb(plain as ReadableStream<Uint8Array>)
}

const webStream = (stream: Readable) => Readable.toWeb(stream) as globalThis.ReadableStream<Uint8Array>
