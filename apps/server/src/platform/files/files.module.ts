import { join } from 'node:path'
import { filesCalls } from '@candor/contract'
import { defineModule, type ServerContext } from '../../module.ts'
import type { Config } from '../config.ts'
import { DrawingPool } from './drawing/drawing-pool.ts'
import type { FileStore } from './file-store.ts'
import { Files } from './files.ts'
import { FolderStore } from './folder-store.ts'
import { PersonKeys } from './person-keys.ts'
import { filesHandlers } from './routes.ts'
import { S3Store } from './s3-store.ts'

export interface FilesPorts {
  readonly config: Config
  /** Seals each person's key. */
  readonly installationKey: Buffer
}

const sweepEveryMs = 600_000

/** Pictures that customers send, and the key of each person. */
export const filesModule = defineModule({
  name: 'files',
  calls: filesCalls,
  customerTables: {
    files_keys: { exported: { instead: 'a key, which is never shown' }, erased: 'words' },
    files_files: { exported: { instead: 'each picture is a file of the archive' }, erased: 'words' },
  },
  open: (context: ServerContext, { config, installationKey }: FilesPorts) => {
    const keys = new PersonKeys(installationKey, context.clock)
    const drawing = new DrawingPool()
    const files = new Files(context, keys, storeOf(config), drawing)
    return {
      handlers: filesHandlers(files),
      jobs: [{ name: 'sweep-files', everyMs: sweepEveryMs, run: () => files.sweep() }],
      eraseCustomer: (tx, userId) => files.erase(tx, userId),
      ...{ files, keys, drawing },
      stop: () => files.stop(),
    }
  },
})

const storeOf = ({ dataDir, s3Url }: FilesPorts['config']): FileStore =>
  s3Url === null ? new FolderStore(join(dataDir, 'files')) : new S3Store(s3Url)
