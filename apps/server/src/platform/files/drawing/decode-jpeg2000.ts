import openDecoder, { type FrameInfo } from '@cornerstonejs/codec-openjpeg/decodewasmjs'
import { type Jpeg2000Size, jpeg2000SizeOf } from '../jpeg2000-size.ts'
import { mostPixels } from './drawing.ts'

/** Pixels one after the other, a byte a channel. */
export interface RawPicture {
  readonly pixels: Uint8Array
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3 | 4
}

/** Decoding takes some 40 bytes per pixel in addition to the process's own memory: a larger picture would exceed its limit. */
const mostDecoded = 3_000_000
const manyTiles = 1_024
const yccColours = 3

const silent = { print: () => undefined, printErr: () => undefined }

/** Opened once, while the process may still read its program; it leaves with the first picture that needed it. */
export const decoderOpened = openDecoder(silent)

/** Decodes at a resolution that fits; returns the reason when it cannot be decoded completely and within bounds. */
export async function decodeJpeg2000(
  bytes: Uint8Array,
): Promise<RawPicture | 'pixels' | 'format' | 'broken'> {
  const size = jpeg2000SizeOf(bytes)
  if (size === null) return 'broken'
  const refused = refusalOf(size)
  if (refused !== null) return refused
  const level = levelOf(size)
  if (level === null) return 'pixels'
  const { J2KDecoder } = await decoderOpened
  const decoder = new J2KDecoder()
  decoder.getEncodedBuffer(bytes.length).set(bytes)
  decoder.decodeSubResolution(level, 0)
  const info = decoder.getFrameInfo()
  if (decoder.getColorSpace() === yccColours) return 'format'
  return pictureOf(decoder.getDecodedBuffer(), info, {
    width: Math.ceil(size.width / 2 ** level),
    height: Math.ceil(size.height / 2 ** level),
  })
}

function refusalOf({ width, height, components, tiles }: Jpeg2000Size): 'pixels' | 'format' | null {
  if (width * height > mostPixels || tiles > manyTiles) return 'pixels'
  return channelsOf(components) === null ? 'format' : null
}

/** Returns how many times to halve the picture while decoding until it fits. */
function levelOf({ width, height, halvings }: Jpeg2000Size): number | null {
  const decoded = (level: number) => (width * height) / 4 ** level
  let level = 0
  while (level < halvings && decoded(level) > mostDecoded) level += 1
  return decoded(level) <= mostDecoded ? level : null
}

const channelsOf = (components: number): 1 | 3 | 4 | null =>
  components === 1 || components === 3 || components === 4 ? components : null

function pictureOf(
  samples: Uint8Array,
  info: FrameInfo,
  { width, height }: { readonly width: number; readonly height: number },
): RawPicture | 'format' | 'broken' {
  const channels = channelsOf(info.componentCount)
  // A codestream that ends early leaves the decoder without a frame.
  if (channels === null || info.width === 0) return 'broken'
  if (info.isSigned || info.bitsPerSample < 8 || info.bitsPerSample > 16) return 'format'
  const count = width * height * channels
  const pixels = info.bitsPerSample === 8 ? samples.slice() : narrowed(samples, info.bitsPerSample)
  return pixels.length === count ? { pixels, width, height, channels } : 'broken'
}

/** 9 to 16 bits a sample, two bytes each, to their upper eight. */
function narrowed(samples: Uint8Array, bits: number): Uint8Array {
  const pixels = new Uint8Array(samples.length >> 1)
  for (let at = 0; at < pixels.length; at++) {
    const low = samples[2 * at] ?? 0
    const high = samples[2 * at + 1] ?? 0
    pixels[at] = ((high << 8) | low) >> (bits - 8)
  }
  return pixels
}
