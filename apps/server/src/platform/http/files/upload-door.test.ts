import { pbkdf2 } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { UploadDoor } from './upload-door.ts'

test('I12.6: the file of an upload is there before its body is read: it is removed after it was created, also when its sender is gone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'candor-upload-door-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const door = new UploadDoor(folder, async () => 1_000_000, null)
  let files: readonly string[] = []
  const gone = () =>
    new Readable({
      read() {
        files = readdirSync(folder)
        this.destroy(new Error('aborted'))
      },
    })
  const upload = (raw: Readable) => door.read({ raw, headers: {} } as FastifyRequest, 'anna')
  await expect(upload(gone())).rejects.toThrow('aborted')
  // Files are created late: all threads that create them are busy.
  const busy = Array.from({ length: 8 }, () => promisify(pbkdf2)('', '', 300_000, 32, 'sha256'))
  await expect(upload(gone())).rejects.toThrow('aborted')
  expect(files).toHaveLength(1)
  await Promise.all(busy)
  expect(readdirSync(folder)).toEqual([])
})
