import { renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { CommandError } from './say.ts'

/**
 * Writes texts into a file, which appears when it is whole, packed if its name ends in .gz; `-` is standard output. Refuses with a
 * `CommandError` where the file cannot be written.
 */
async function writeFile(texts: AsyncIterable<string>, out: string, signal: AbortSignal): Promise<void> {
  const source = Readable.from(texts)
  if (out === '-') {
    await pipeline(source, process.stdout, { end: false, signal })
    return
  }
  const part = `${resolve(out)}.part`
  try {
    // A stream would create the file by itself, perhaps after its removal below.
    const file = await open(part, 'w')
    const packing: Transform[] = out.endsWith('.gz') ? [createGzip()] : []
    await pipeline([source, ...packing, file.createWriteStream()], { signal })
    renameSync(part, resolve(out))
  } catch (error) {
    rmSync(part, { force: true })
    signal.throwIfAborted()
    const { code } = error as NodeJS.ErrnoException
    if (code?.startsWith('E') !== true) throw error
    throw new CommandError(`${resolve(out)} in ${dirname(resolve(out))} cannot be written (${code}).`)
  }
}

/** A piece of a file, and what it counts. */
export type CountedPiece<Counted extends string> = { readonly text: string } & Readonly<
  Record<Counted, number>
>

/** Writes the pieces of a file like `writeFile`, and returns the sum of what they count. */
export async function writePieces<Counted extends string>(
  pieces: AsyncIterable<CountedPiece<Counted>>,
  counted: Counted,
  out: string,
  signal: AbortSignal,
): Promise<number> {
  let sum = 0
  const texts = async function* () {
    for await (const piece of pieces) {
      sum += piece[counted]
      yield piece.text
    }
  }
  await writeFile(texts(), out, signal)
  return sum
}

/** Tells, on standard error, where a file is; nothing of one on standard output. */
export const placeOf = (out: string): string => (out === '-' ? '' : ` are in ${resolve(out)}`)
