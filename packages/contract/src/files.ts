import { refusals } from '@candor/refusals'
import { z } from 'zod'
import { call } from './call.ts'
import { id } from './fields.ts'

/** What an upload is for; a file serves one purpose, once. */
export const filePurposes = ['kyc', 'deposit', 'signature', 'avatar', 'support'] as const
export type FilePurpose = (typeof filePurposes)[number]

/**
 * What stands as `result.reason` beside code `fileRejected`. `size`: above 2 MB; `format`: by its content no JPG, JPEG 2000 or PNG;
 * `pixels`: too many; `small`: too few to read; `broken`: cannot be decoded whole; `unknown`: no such file of this customer for
 * this purpose, or used before.
 */
export const fileRefusals = ['size', 'format', 'pixels', 'small', 'broken', 'unknown'] as const
export type FileRefusal = (typeof fileRefusals)[number]

const bytes = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array, 'file')
  .meta({ type: 'string', format: 'binary' })

export const filesCalls = {
  upload: call({
    method: 'POST',
    path: '/swx/customer/user/upload',
    summary:
      'Takes a picture: JPG, JPEG 2000 or PNG by its content, at most 2 MB; it is drawn anew without metadata and kept encrypted',
    access: 'customer',
    multipart: true,
    input: z.object({ file: bytes, purpose: z.enum(filePurposes) }),
    result: z.object({ fileId: id }),
    fieldCodes: { file: refusals.fileRejected },
  }),
} as const
