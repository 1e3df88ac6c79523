import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDataDir } from '../../database/temporary/temporary-data-dir.ts'
import { FolderBackups } from '../folder-backups.ts'
import { SegmentServer } from './serve-segments.ts'

test('I16.15: segments that can no longer be given fail the recovery, and not the process', async () => {
  const folder = temporaryDataDir('candor-segments-')
  const source = { store: new FolderBackups(join(folder, 'store')), line: 'line', identity: null }
  const server = new SegmentServer(folder, source, { lent: false, uid: 0, gid: 0 })
  rmSync(folder, { recursive: true })
  await expect.poll(() => server.failure).toMatchObject({ code: 'ENOENT' })
  await server.stop()
})
