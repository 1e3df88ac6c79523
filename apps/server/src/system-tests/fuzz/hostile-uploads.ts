import sharp from 'sharp'
import { hostilePictures, payload } from '../../platform/files/test-hostile-pictures.ts'
import type { Chance } from '../../simulator/surroundings/chance.ts'
import { formOf } from './hostile-forms.ts'

/** Ways to send a body: as declared; cut off; longer or shorter than declared; in chunks, valid, broken or without an end; slowly. */
export const manners = [
  'plain',
  'cut',
  'longer',
  'shorter',
  'chunked',
  'brokenChunks',
  'endless',
  'slow',
] as const
export type Manner = (typeof manners)[number]

export interface HostileUpload {
  /** The file, its change, its form and its manner of sending: enough to find it again with its seed. */
  readonly name: string
  readonly contentType: string
  readonly body: Buffer
  readonly manner: Manner
  /** Purpose that its form names, where the form is whole. */
  readonly purpose: string
}

interface Base {
  readonly name: string
  readonly bytes: Buffer
}

const create = { width: 640, height: 480, channels: 3, background: '#345' } as const

/** Pictures that are pictures, of every kind that our decoders have code for. */
async function plainPictures(): Promise<Base[]> {
  const plain = () => sharp({ create })
  const noise = sharp({ create: { ...create, noise: { type: 'gaussian', mean: 120, sigma: 60 } } })
  const long = 'x'.repeat(50_000)
  const made: Readonly<Record<string, Promise<Buffer>>> = {
    jpeg: plain().jpeg().toBuffer(),
    'progressive jpeg': plain().jpeg({ progressive: true }).toBuffer(),
    'cmyk jpeg': plain().toColourspace('cmyk').jpeg().toBuffer(),
    'grey jpeg': plain().greyscale().jpeg().toBuffer(),
    'jpeg of noise': noise.jpeg({ quality: 95 }).toBuffer(),
    'jpeg with p3': plain().withIccProfile('p3').jpeg().toBuffer(),
    'jpeg with much exif': plain()
      .withExif({ IFD0: { ImageDescription: long, Copyright: payload } })
      .jpeg()
      .toBuffer(),
    'jpeg with much xmp': plain()
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${long}</x:xmpmeta>`)
      .jpeg()
      .toBuffer(),
    'jpeg turned': plain().withMetadata({ orientation: 7 }).jpeg().toBuffer(),
    png: plain().png().toBuffer(),
    'png of 16 bit': plain().toColourspace('rgb16').png().toBuffer(),
    'png with a palette': plain().png({ palette: true }).toBuffer(),
    'png interlaced': plain().png({ progressive: true }).toBuffer(),
    'png see-through': plain().ensureAlpha(0.3).png().toBuffer(),
    webp: plain().webp().toBuffer(),
  }
  return Promise.all(Object.entries(made).map(async ([name, bytes]) => ({ name, bytes: await bytes })))
}

/** Thousands of JPEG segments, an ICC profile whose parts never arrive, PNG chunks that animate it. */
function flooded(jpeg: Buffer, png: Buffer): Base[] {
  const segment = (marker: number, content: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0])
    head.writeUInt16BE(content.length + 2, 2)
    return Buffer.concat([head, content])
  }
  const within = (...segments: Buffer[]) =>
    Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
  const many = (count: number, one: Buffer) => Array.from({ length: count }, () => one)
  const icc = (at: number, of: number) =>
    segment(
      0xe2,
      Buffer.concat([Buffer.from(`ICC_PROFILE\0`), Buffer.from([at, of]), Buffer.alloc(3_000, at)]),
    )
  return [
    {
      name: 'exif by the thousand',
      bytes: within(...many(1_000, segment(0xe1, Buffer.from(`Exif\0\0${payload}`)))),
    },
    { name: 'remarks by the thousand', bytes: within(...many(5_000, segment(0xfe, Buffer.from(payload)))) },
    { name: 'a profile in pieces', bytes: within(icc(1, 200), icc(7, 3), icc(0, 0)) },
    { name: 'a profile of nothing', bytes: within(icc(1, 1)) },
    {
      name: 'a png that moves',
      bytes: Buffer.concat([
        png.subarray(0, 33),
        Buffer.from('000000086163544cffffffff00000000', 'hex'),
        Buffer.alloc(4),
        png.subarray(33),
      ]),
    },
  ]
}

const purposes = [
  'kyc',
  'kyc',
  'kyc',
  'avatar',
  'support',
  'deposit',
  'signature',
  'passport',
  '',
  '../kyc',
  '__proto__',
  'k'.repeat(70_000),
]

/** Makes uploads that were meant to harm, the same ones for the same chance. */
export class UploadMaker {
  private readonly bases: readonly Base[]

  private constructor(bases: readonly Base[]) {
    this.bases = bases
  }

  static async open(): Promise<UploadMaker> {
    const plain = await plainPictures()
    const of = (wanted: string) => plain.find(({ name }) => name === wanted)?.bytes ?? Buffer.alloc(0)
    return new UploadMaker([...plain, ...flooded(of('jpeg'), of('png')), ...(await hostilePictures())])
  }

  make(chance: Chance): HostileUpload {
    const base = chance.pick(this.bases)
    const [changedHow, bytes] = this.changed(base.bytes, chance)
    const purpose = chance.happens(0.7) ? chance.pick(['kyc', 'support']) : chance.pick(purposes)
    const [formName, contentType, body] = formOf(bytes, purpose, chance)
    const manner = chance.happens(0.75) ? 'plain' : chance.pick(manners)
    const name = `${base.name}, ${changedHow}, ${formName}, ${manner}`
    return { name, contentType, body, manner, purpose }
  }

  private changed(bytes: Buffer, chance: Chance): [string, Buffer] {
    const at = () => chance.whole(0, Math.max(0, bytes.length - 1))
    const changes: Readonly<Record<string, () => Buffer>> = {
      'as it is': () => bytes,
      'cut short': () => bytes.subarray(0, at()),
      'some bytes changed': () => scratched(bytes, chance, chance.whole(1, 40)),
      'its head changed': () =>
        Buffer.concat([scratched(bytes.subarray(0, 64), chance, 3), bytes.subarray(64)]),
      'grown into another': () => Buffer.concat([bytes.subarray(0, at()), chance.pick(this.bases).bytes]),
      'a piece of it twice': () => Buffer.concat([bytes.subarray(0, at()), bytes.subarray(at() / 2)]),
      'a page behind it': () => Buffer.concat([bytes, Buffer.from(`<html>${payload}`)]),
      'a page before it': () => Buffer.concat([Buffer.from(`<html>${payload}`), bytes]),
    }
    const how = chance.pick(Object.keys(changes))
    return [how, changes[how]?.() ?? bytes]
  }
}

function scratched(bytes: Buffer, chance: Chance, times: number): Buffer {
  const copy = Buffer.from(bytes)
  for (let one = 0; one < times && copy.length > 0; one++)
    copy[chance.whole(0, copy.length - 1)] = chance.pick([0, 0xff, 0x7f, 0x80, chance.whole(0, 255)])
  return copy
}
