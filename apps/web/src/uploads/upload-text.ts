import type { Translate } from '@candor/texts/translate.ts'
import { failureText } from '../session/calls/failure.ts'
import type { UploadState } from './use-upload.ts'

type Failed = Extract<UploadState, { readonly at: 'failed' }>

/** Text for a failed upload: why the server refused the picture, or that it did not get there. */
export function uploadFailureText(t: Translate, { reason, failure }: Failed): string {
  if (reason !== null) return failureText(t, failure)
  return `${t('kyc.upload.failed')} ${failureText(t, failure)}`
}

/** Size of a file in megabytes. */
export const megabytesText = (file: Blob, tag: string): string =>
  new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }).format(file.size / 1_048_576)

export const percentText = (share: number, tag: string): string =>
  new Intl.NumberFormat(tag, { style: 'percent' }).format(share)
