import type { FileRefusal } from '@candor/contract'
import type { ImageKind } from '../image-kind.ts'

/** Input of the drawing process: one picture at a time. */
export interface DrawingRequest {
  readonly kind: ImageKind
  readonly bytes: Uint8Array
  /** A signature stays a PNG with sharp lines, everything else becomes a JPEG. */
  readonly keep: 'jpeg' | 'png'
  /** The shorter side's fewest pixels. */
  readonly leastSide: number
  /** Longest side of the stored picture; `longestSide` by default. */
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

/** Largest decoded size: no camera's picture of at most 2 MB has more, and beyond it a small file may request gigabytes. */
export const mostPixels = 16_000_000
/** The longer side of the stored picture: enough to read the small print of an identity card. */
export const longestSide = 2_400
