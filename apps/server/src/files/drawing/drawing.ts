import type { FileRefusal } from '@candor/contract'
import type { ImageKind } from '../image-kind.ts'

/** What the drawing process is handed: one picture at a time. */
export interface DrawingAsk {
  readonly kind: ImageKind
  readonly bytes: Uint8Array
  /** A signature stays a PNG with sharp lines, everything else becomes a JPEG. */
  readonly keep: 'jpeg' | 'png'
  /** The shorter side's fewest pixels. */
  readonly leastSide: number
  /** What is kept is at most so wide and high; `longestSide` where nothing is said. */
  readonly longestSide?: number
}

export type Drawing =
  | {
      readonly ok: true
      readonly bytes: Uint8Array
      readonly width: number
      readonly height: number
    }
  | { readonly ok: false; readonly reason: Exclude<FileRefusal, 'size' | 'unknown'> }

/** No camera's picture of at most 2 MB has more; beyond it a small file may ask for gigabytes. */
export const mostPixels = 16_000_000
/** The longer side of what is kept: enough to read the small print of an identity card. */
export const longestSide = 2_400
