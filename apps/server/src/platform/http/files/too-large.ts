import { Refusal } from '../refusal.ts'

/** Refusal of a file above the largest one that is taken now, with that figure: `fileRejected`, reason `size`. */
export const tooLarge = (mostBytes: number): Refusal =>
  new Refusal('fileRejected', { reason: 'size', mostBytes })
