import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A picture meant to harm us or its viewers; `taken` when its pixels alone may be stored. */
export interface HostilePicture {
  readonly name: string
  readonly bytes: Buffer
  readonly expected: 'taken' | readonly string[]
}

/** Code that must never appear in a stored picture. */
export const payload = '<script>alert(document.domain)</script>'

const box = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** A JP2 file around a codestream. */
export function jp2Of(codestream: Buffer, width: number, height: number, channels: number): Buffer {
  const ihdr = Buffer.alloc(14)
  ihdr.writeUInt32BE(height, 0)
  ihdr.writeUInt32BE(width, 4)
  ihdr.writeUInt16BE(channels, 8)
  ihdr.set([7, 7], 10)
  const colr = Buffer.from([1, 0, 0, 0, 0, 0, channels === 1 ? 17 : 16])
  return Buffer.concat([
    box('jP  ', Buffer.from([0x0d, 0x0a, 0x87, 0x0a])),
    box('ftyp', Buffer.from('jp2 \0\0\0\0jp2 ', 'latin1')),
    box('jp2h', Buffer.concat([box('ihdr', ihdr), box('colr', colr)])),
    box('jp2c', codestream),
  ])
}

/** A PNG header that claims any size, with as much data as `body`. */
function pngClaiming(width: number, height: number, body: Buffer): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(content))
    return Buffer.concat([length, content, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(body)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc32(bytes: Buffer): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}

/** A JPEG 2000 codestream that claims any size and number of tiles, and holds nothing. */
function codestreamClaiming(width: number, height: number, tile: number, components = 3): Buffer {
  const siz = Buffer.alloc(42 + 3 * components)
  siz.set([0xff, 0x4f, 0xff, 0x51])
  siz.writeUInt16BE(38 + 3 * components, 4)
  siz.writeUInt32BE(width, 8)
  siz.writeUInt32BE(height, 12)
  siz.writeUInt32BE(tile, 24)
  siz.writeUInt32BE(tile, 28)
  siz.writeUInt16BE(components, 40)
  const cod = Buffer.from([0xff, 0x52, 0, 12, 0, 0, 0, 1, 0, 5, 4, 4, 0, 0])
  return Buffer.concat([siz, cod, Buffer.from([0xff, 0xd9])])
}

/** An application segment of a JPEG, put behind its first marker. */
function withSegment(jpeg: Buffer, marker: number, content: string): Buffer {
  const body = Buffer.from(content, 'latin1')
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">${payload}<rect width="640" height="480"/></svg>`

async function withMetadata(): Promise<Buffer> {
  return sharp({ create: { width: 640, height: 480, channels: 3, background: '#8a4' } })
    .withExif({ IFD0: { ImageDescription: payload, Copyright: payload }, IFD3: { GPSLatitudeRef: 'N' } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${payload}</x:xmpmeta>`)
    .jpeg()
    .toBuffer()
}

/** About fifty files: polyglots, bombs, other formats under our names, scripts in metadata, files cut short or changed. */
export async function hostilePictures(): Promise<HostilePicture[]> {
  const plain = sharp({ create: { width: 640, height: 480, channels: 3, background: '#345' } })
  const jpeg = await plain.clone().jpeg().toBuffer()
  const png = await plain.clone().png().toBuffer()
  const others = {
    gif: await plain.clone().gif().toBuffer(),
    webp: await plain.clone().webp().toBuffer(),
    tiff: await plain.clone().tiff().toBuffer(),
    avif: await plain.clone().avif({ effort: 0 }).toBuffer(),
    svg: Buffer.from(svg),
    html: Buffer.from(`<!doctype html>${payload}`),
    pdf: Buffer.from(`%PDF-1.7\n${payload}`),
    zip: Buffer.from(`PK\x03\x04${payload}`),
    empty: Buffer.alloc(0),
    bmp: Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)]),
    jxl: Buffer.from([0xff, 0x0a, 0, 0]),
    'a jpeg behind a blank': Buffer.concat([Buffer.from(' '), jpeg]),
  }
  const wrongFormat = Object.entries(others).map(([name, bytes]) => ({ name, bytes, expected: ['format'] }))
  const beginnings = [jpeg.subarray(0, 20), png.subarray(0, 24), jp2Of(Buffer.alloc(0), 9, 9, 3)]
  const behindBeginning = ['svg', 'html', 'zip'].flatMap((name) =>
    beginnings.map((start, at) => ({
      name: `${name} behind a picture’s beginning ${at}`,
      bytes: Buffer.concat([start, others[name as 'svg']]),
      expected: ['broken'],
    })),
  )
  const cut = [0.1, 0.5, 0.9, 0.99].flatMap((share) => [
    { name: `a JPEG cut at ${share}`, bytes: jpeg.subarray(0, jpeg.length * share), expected: ['broken'] },
    { name: `a PNG cut at ${share}`, bytes: png.subarray(0, png.length * share), expected: ['broken'] },
  ])
  const bombs = [
    pngClaiming(60_000, 60_000, Buffer.alloc(1_000_000)),
    pngClaiming(2_147_483_647, 2_147_483_647, Buffer.alloc(10)),
    pngClaiming(5_000, 5_000, Buffer.alloc(0)),
    codestreamClaiming(4_294_967_295, 4_294_967_295, 4_294_967_295),
    codestreamClaiming(60_000, 60_000, 60_000),
    codestreamClaiming(4_000, 4_000, 1),
    jp2Of(codestreamClaiming(100_000, 100_000, 100), 10, 10, 3),
    await sharp({ create: { width: 5_000, height: 5_000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 1 })
      .toBuffer(),
  ].map((bytes, at) => ({ name: `bomb ${at}`, bytes, expected: ['pixels', 'broken'] }))
  const hollow = [
    pngClaiming(640, 480, Buffer.alloc(10)),
    codestreamClaiming(640, 480, 640),
    codestreamClaiming(640, 480, 640, 1),
    jp2Of(codestreamClaiming(640, 480, 640), 640, 480, 3),
  ].map((bytes, at) => ({ name: `hollow ${at}`, bytes, expected: ['broken'] }))
  const polyglots = [
    Buffer.concat([jpeg, Buffer.from(payload)]),
    Buffer.concat([png, Buffer.from(payload)]),
    Buffer.concat([jpeg, others.zip]),
    withSegment(jpeg, 0xfe, payload),
    withSegment(jpeg, 0xe1, `Exif\0\0${payload}`),
    withSegment(jpeg, 0xed, payload),
    await withMetadata(),
  ].map((bytes, at) => ({ name: `polyglot ${at}`, bytes, expected: 'taken' as const }))
  const small = {
    name: 'one pixel',
    bytes: pngClaiming(1, 1, Buffer.from([0, 1, 2, 3])),
    expected: ['small'],
  }
  const large = {
    name: 'above 2 MB',
    bytes: Buffer.concat([jpeg, Buffer.alloc(2_100_000)]),
    expected: ['size'],
  }
  return [...wrongFormat, ...behindBeginning, ...cut, ...bombs, ...hollow, ...polyglots, small, large]
}
