import type { FilePurpose } from '@candor/contract'
import type { SealedBytes } from '../keys/sealing.ts'
import type { ImageKind } from './image-kind.ts'

export interface FilesTables {
  files_keys: {
    user_id: string
    wrapped: SealedBytes | null
    created_at: Date
    destroyed_at: Date | null
  }
  files_files: {
    id: string
    user_id: string
    purpose: FilePurpose
    given: ImageKind
    kept: 'jpeg' | 'png'
    width: number
    height: number
    bytes: number
    created_at: Date
    claimed_at: Date | null
    removed_at: Date | null
    emptied_at: Date | null
  }
}
