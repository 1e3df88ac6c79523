import { refusals } from '@candor/refusals'
import { z } from 'zod'
import { call } from './call.ts'
import { id } from './fields.ts'

/** Purpose of an upload; a file serves one purpose, once. */
export const filePurposes = ['kyc', 'deposit', 'signature', 'avatar', 'support'] as const
export type FilePurpose = (typeof filePurposes)[number]

/**
 * Values of `result.reason` with code `fileRejected`. `size`: above `upload.mostBytes`, which `mostBytes` states; `format`: its content is no JPG, JPEG 2000 or PNG;
 * `pixels`: too many; `small`: too few to read; `broken`: cannot be decoded completely; `unknown`: no such file of this customer
 * for this purpose, or already used.
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
      'Uploads a picture (JPG, JPEG 2000 or PNG by its content, at most `upload.mostBytes`); it is redrawn without metadata and stored encrypted',
    access: 'customer',
    multipart: true,
    input: z.object({ file: bytes, purpose: z.enum(filePurposes) }),
    result: z.object({ fileId: id }),
    fieldCodes: { file: refusals.fileRejected },
  }),
} as const
