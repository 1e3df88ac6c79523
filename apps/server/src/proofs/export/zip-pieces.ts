import { pipeline } from 'node:stream'
import { promisify } from 'node:util'
import { crc32, createDeflateRaw, deflateRaw } from 'node:zlib'

/** One file of an archive: its path in it, and its content, whole or as it is read. */
export interface ZipEntry {
  readonly path: string
  readonly content: Uint8Array | AsyncIterable<Uint8Array>
}

/** Storage outside memory for the directory at the end of an archive. */
interface Scratch {
  readonly bytes: number
  append(piece: Uint8Array): Promise<void>
  read(at: number, bytes: number): Promise<Uint8Array>
}

const stored = 0
const deflated = 8
/** Sizes follow a file's content, which is compressed while it is read; names are UTF-8. */
const flags = 0x0808
const version = { plain: 20, zip64: 45 } as const
const most16 = 0xffff
const most32 = 0xffff_ffff
/** Shorter contents gain nothing from packing. */
const worthwhileBytes = 64
const readBytes = 64 * 1024

/**
 * Writes a ZIP archive (PKWARE's APPNOTE 6.3) while its entries are read. Needs no more memory than a piece of an entry: the
 * directory at the end, which grows with every entry, waits in `directory`. From 65 535 entries or 4 GB on it is ZIP64; one
 * entry has at most 4 GB.
 */
export async function* zipPieces(
  entries: AsyncIterable<ZipEntry>,
  { at, directory }: { readonly at: Date; readonly directory: Scratch },
): AsyncGenerator<Uint8Array> {
  const moment = momentOf(at)
  let offset = 0
  let count = 0
  for await (const { path, content } of entries) {
    const name = Buffer.from(path)
    const head = { moment, name, method: isShort(content) ? stored : deflated }
    const sums: Sums = { crc: 0, packed: 0, size: 0 }
    const begin = localHeader(head)
    yield begin
    for await (const piece of packedPieces(content, sums)) yield piece
    const end = descriptor(sums)
    yield end
    await directory.append(directoryEntry(head, sums, offset))
    offset += begin.length + sums.packed + end.length
    count += 1
  }
  for (let read = 0; read < directory.bytes; read += readBytes) yield await directory.read(read, readBytes)
  yield endOf({ count, at: offset, bytes: directory.bytes })
}

interface Sums {
  crc: number
  packed: number
  size: number
}

interface Head {
  readonly moment: Buffer
  readonly name: Buffer
  readonly method: number
}

const isShort = (content: ZipEntry['content']): boolean =>
  content instanceof Uint8Array && content.length < worthwhileBytes

const deflate = promisify<Uint8Array, Buffer>(deflateRaw)

async function* packedPieces(content: ZipEntry['content'], sums: Sums): AsyncGenerator<Uint8Array> {
  for await (const piece of packing(content, sums)) {
    sums.packed += piece.length
    if (sums.size > most32 || sums.packed > most32) throw new Error('a file of an archive is above 4 GB')
    yield piece
  }
}

async function* packing(content: ZipEntry['content'], sums: Sums): AsyncGenerator<Uint8Array> {
  if (content instanceof Uint8Array) {
    count(content, sums)
    yield isShort(content) ? content : await deflate(content)
  } else {
    const packer = createDeflateRaw()
    // A failure reaches the reader of the stream.
    pipeline(counted(content, sums), packer, () => undefined)
    yield* packer
  }
}

async function* counted(pieces: AsyncIterable<Uint8Array>, sums: Sums): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    count(piece, sums)
    yield piece
  }
}

function count(piece: Uint8Array, sums: Sums): void {
  sums.size += piece.length
  sums.crc = crc32(piece, sums.crc)
}

const localHeader = ({ moment, name, method }: Head): Buffer =>
  Buffer.concat([
    littleEndian([4, 0x0403_4b50], [2, version.plain], [2, flags], [2, method]),
    moment,
    littleEndian([4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]),
    name,
  ])

const descriptor = ({ crc, packed, size }: Sums): Buffer =>
  littleEndian([4, 0x0807_4b50], [4, crc], [4, packed], [4, size])

function directoryEntry({ moment, name, method }: Head, { crc, packed, size }: Sums, offset: number): Buffer {
  const far = offset >= most32
  const extra = far ? littleEndian([2, 1], [2, 8], [8, offset]) : Buffer.alloc(0)
  const needed = far ? version.zip64 : version.plain
  return Buffer.concat([
    littleEndian([4, 0x0201_4b50], [2, version.zip64], [2, needed], [2, flags], [2, method]),
    moment,
    littleEndian([4, crc], [4, packed], [4, size], [2, name.length], [2, extra.length], [2, 0], [2, 0]),
    littleEndian([2, 0], [4, 0], [4, Math.min(offset, most32)]),
    name,
    extra,
  ])
}

interface Directory {
  readonly count: number
  readonly at: number
  readonly bytes: number
}

function endOf({ count, at, bytes }: Directory): Buffer {
  const entries = Math.min(count, most16)
  const end = littleEndian(
    ...([
      [4, 0x0605_4b50],
      [2, 0],
      [2, 0],
      [2, entries],
      [2, entries],
    ] as const),
    ...([
      [4, Math.min(bytes, most32)],
      [4, Math.min(at, most32)],
      [2, 0],
    ] as const),
  )
  const fits = count < most16 && at < most32 && bytes < most32
  return fits ? end : Buffer.concat([zip64EndOf({ count, at, bytes }), end])
}

const zip64EndOf = ({ count, at, bytes }: Directory): Buffer =>
  Buffer.concat([
    littleEndian([4, 0x0606_4b50], [8, 44], [2, version.zip64], [2, version.zip64], [4, 0], [4, 0]),
    littleEndian([8, count], [8, count], [8, bytes], [8, at]),
    littleEndian([4, 0x0706_4b50], [4, 0], [8, at + bytes], [4, 1]),
  ])

/** Numbers of so many bytes each, the least significant first. */
function littleEndian(...fields: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at)
    else buffer.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return buffer
}

/** Time and date of MS-DOS, in UTC: in steps of two seconds, from 1980 on. */
const momentOf = (at: Date): Buffer =>
  littleEndian(
    [2, (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)],
    [2, ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()],
  )
