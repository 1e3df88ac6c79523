import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockFile } from '../embedded/folder-lock.ts'
import { abandonedMemoryFolders, openMemoryFolder } from './memory-folder.ts'
import { temporaryDataDir } from './temporary-data-dir.ts'

const anySpace = 1

test('I12: a folder in memory belongs to its process while that lives, and can be removed', () => {
  const parent = temporaryDataDir('candor-memory-test-')
  const folder = openMemoryFolder(parent, anySpace)
  expect(existsSync(folder?.path ?? '')).toBe(true)
  expect(abandonedMemoryFolders(parent)).toEqual([])
  folder?.remove()
  expect(existsSync(folder?.path ?? '')).toBe(false)
})

test('I12: the folder of a run that was killed is found, one that is being made is not', () => {
  const parent = temporaryDataDir('candor-memory-test-')
  const [left, early] = [join(parent, 'candor-memory-left'), join(parent, 'candor-memory-early')]
  for (const folder of [left, early]) mkdirSync(folder)
  const { pid } = spawnSync(process.execPath, ['--version'])
  writeFileSync(join(left, lockFile), JSON.stringify({ pid, born: null, since: '' }))
  expect(abandonedMemoryFolders(parent)).toEqual([left])
})

test('I12: without enough memory, or on a system without it, the disk is used', () => {
  expect(openMemoryFolder(temporaryDataDir('candor-memory-test-'), Number.POSITIVE_INFINITY)).toBeNull()
  expect(openMemoryFolder('/no/such/folder', anySpace)).toBeNull()
  expect(abandonedMemoryFolders('/no/such/folder')).toEqual([])
})
