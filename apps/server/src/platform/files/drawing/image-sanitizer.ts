import sharp, { type Sharp } from 'sharp'
import { decodeJpeg2000 } from './decode-jpeg2000.ts'
import { type Drawing, type DrawingRequest, longestSide, mostPixels } from './drawing.ts'

// All other loaders of libvips are disabled: a photo is never tried as SVG, PDF or GIF.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
sharp.cache(false)
sharp.concurrency(1)

const strict = { failOn: 'warning', limitInputPixels: mostPixels, sequentialRead: true } as const

/**
 * Decodes a picture and re-encodes it, upright, in sRGB, on white, at most `longestSide` wide or high. The result contains only the pixels
 * of the file: no metadata, no thumbnail, nothing after its end.
 */
export async function sanitizeImage(request: DrawingRequest): Promise<Drawing> {
  const { kind, bytes, keep, leastSide } = request
  const side = request.longestSide ?? longestSide
  const opened = kind === 'jpeg2000' ? await openJpeg2000(bytes) : await openPlain(bytes, kind)
  if (typeof opened === 'string') return { ok: false, reason: opened }
  const { width, height } = opened
  if (width * height > mostPixels) return { ok: false, reason: 'pixels' }
  if (Math.min(width, height) < leastSide) return { ok: false, reason: 'small' }
  const upright = opened.picture
    .rotate()
    .flatten({ background: '#ffffff' })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
  const drawn = keep === 'png' ? upright.png({ compressionLevel: 9 }) : upright.jpeg({ quality: 84 })
  const result = await drawn.toBuffer({ resolveWithObject: true }).catch(() => null)
  if (result === null) return { ok: false, reason: 'broken' }
  return { ok: true, bytes: result.data, width: result.info.width, height: result.info.height }
}

interface Opened {
  readonly picture: Sharp
  readonly width: number
  readonly height: number
}

async function openPlain(bytes: Uint8Array, kind: 'jpeg' | 'png'): Promise<Opened | 'pixels' | 'broken'> {
  const picture = sharp(bytes, strict)
  try {
    const { format, width, height } = await picture.metadata()
    return format === kind ? { picture, width, height } : 'broken'
  } catch (error) {
    return isTooLarge(error) ? 'pixels' : 'broken'
  }
}

const isTooLarge = (error: unknown) => error instanceof Error && /pixel limit/.test(error.message)

async function openJpeg2000(bytes: Uint8Array): Promise<Opened | 'pixels' | 'format' | 'broken'> {
  const decoded = await decodeJpeg2000(bytes)
  if (typeof decoded === 'string') return decoded
  const { pixels, width, height, channels } = decoded
  return { picture: sharp(pixels, { raw: { width, height, channels } }), width, height }
}
