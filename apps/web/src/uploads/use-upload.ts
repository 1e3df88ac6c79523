import type { FilePurpose } from '@candor/contract'
import * as refusals from '@candor/refusals/codes.ts'
import { useEffect, useRef, useState } from 'react'
import { CallFailure } from '../session/calls/failure.ts'
import { fileRefusalOf, uploadFile } from '../session/calls/upload-file.ts'
import { useMostUploadBytes } from '../shell/use-params.ts'
import { shrinkPicture } from './shrink-picture.ts'

/** State of one picture's upload. */
export type UploadState =
  | { readonly at: 'empty' }
  | { readonly at: 'large'; readonly file: Blob; readonly mostBytes: number }
  | { readonly at: 'sending'; readonly share: number }
  | { readonly at: 'failed'; readonly file: Blob; readonly failure: unknown; readonly reason: string | null }
  | { readonly at: 'kept' }

export interface Upload {
  readonly state: UploadState
  /** Largest file that the server takes, bytes; null until it has said. */
  readonly mostBytes: number | null
  /** Preview of the picture; null when it was uploaded on another visit. */
  readonly preview: string | null
  readonly take: (file: Blob) => void
  readonly shrink: () => void
  readonly retry: () => void
  readonly remove: () => void
}

interface UploadSetup {
  readonly purpose: FilePurpose
  /** The picture that is already stored. */
  readonly fileId: string | null
  readonly onChange: (fileId: string | null) => void
}

/** Uploads a picture, with all states in between. */
export function useUpload({ purpose, fileId, onChange }: UploadSetup): Upload {
  const mostBytes = useMostUploadBytes()
  const [state, setState] = useState<UploadState>({ at: fileId === null ? 'empty' : 'kept' })
  const [preview, setPreview] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => () => (preview === null ? undefined : URL.revokeObjectURL(preview)), [preview])

  const send = async (file: Blob) => {
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    setPreview(null)
    void previewOf(file).then((address) => {
      if (running.current === stop) setPreview(address)
      else if (address !== null) URL.revokeObjectURL(address)
    })
    setState({ at: 'sending', share: 0 })
    try {
      const onProgress = (share: number) => setState({ at: 'sending', share })
      const id = await uploadFile(file, purpose, { signal: stop.signal, onProgress })
      setState({ at: 'kept' })
      onChange(id)
    } catch (failure) {
      if (stop.signal.aborted) return
      const reason = fileRefusalOf(failure)
      if (reason !== null) hide()
      setState({ at: 'failed', file, failure, reason })
    }
  }
  const hide = () => {
    running.current = null
    setPreview(null)
  }
  return {
    ...{ state, mostBytes, preview },
    take: (file) => {
      // Unknown: then the server judges it.
      if (mostBytes !== null && file.size > mostBytes) setState({ at: 'large', file, mostBytes })
      else void send(file)
    },
    shrink: async () => {
      if (state.at !== 'large') return
      const { file, mostBytes: most } = state
      const smaller = await shrinkPicture(file, most)
      if (smaller === null) setState({ at: 'failed', file, failure: tooLarge(most), reason: 'size' })
      else await send(smaller)
    },
    retry: () => (state.at === 'failed' ? void send(state.file) : undefined),
    remove: () => {
      running.current?.abort()
      hide()
      setState({ at: 'empty' })
      onChange(null)
    },
  }
}

/** As the server would refuse it. */
const tooLarge = (mostBytes: number) => new CallFailure(refusals.fileRejected, { reason: 'size', mostBytes })

/** Address of a picture for its preview; null for a file that the browser cannot show, such as a JPEG 2000 or no picture at all. */
async function previewOf(file: Blob): Promise<string | null> {
  const picture = new Image()
  picture.src = URL.createObjectURL(file)
  try {
    await picture.decode()
    return picture.src
  } catch {
    URL.revokeObjectURL(picture.src)
    return null
  }
}
