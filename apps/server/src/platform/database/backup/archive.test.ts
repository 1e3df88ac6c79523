import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { frameOf, frameOfData, verifyArchive } from './archive.ts'

const rows = Buffer.from('ann\t5000\n')
const at = '2026-01-05T00:00:00.000Z'

/** An archive of one table, as `write` packed it. */
function archiveOf(sha256: string) {
  const frames = [
    frameOf({ note: 'candor-backup', format: 2, at, migrations: [] }),
    frameOf({ note: 'table', table: 'ledger_accounts', columns: ['id', 'balance'] }),
    frameOfData(rows),
    frameOf({ note: 'end', rows: 1, sha256 }),
    frameOf({ note: 'done', tables: 1, sequences: [] }),
  ]
  const bytes = gzipSync(Buffer.concat(frames))
  return { name: 'one.backup', open: async () => Readable.from([bytes], { objectMode: false }) }
}

test('I16.15: a table that is not what was read from the database is refused, although the archive was packed without a fault', async () => {
  const own = createHash('sha256').update(rows).digest('hex')
  expect(await verifyArchive(archiveOf(own), null)).toMatchObject({ header: { at } })
  const other = createHash('sha256').update('bob\t5000\n').digest('hex')
  await expect(verifyArchive(archiveOf(other), null)).rejects.toThrow('is not a complete backup')
})
