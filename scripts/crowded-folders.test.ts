import { expect, test } from 'vitest'
import { crowdedFolders, maxFilesInFolder } from './crowded-folders.ts'

const filesIn = (folder: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `${folder}/file-${n}.ts`)

test('a folder under a src may hold 25 source files, those of its subfolders not counted, and no more', () => {
  const full = filesIn('apps/server/src/loans', maxFilesInFolder)
  const below = filesIn('apps/server/src/loans/offers', 3)
  expect(crowdedFolders([...full, ...below])).toEqual([])
  expect(crowdedFolders([...full, ...below, 'apps/server/src/loans/one-more.ts'])).toEqual([
    'apps/server/src/loans: 26',
  ])
})

test('folders outside a src are not counted', () => {
  expect(crowdedFolders(filesIn('bench', maxFilesInFolder + 5))).toEqual([])
})
