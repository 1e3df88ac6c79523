import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { UnnamedFile } from '../../platform/http/files/unnamed-file.ts'
import { type ZipEntry, zipPieces } from './zip-pieces.ts'

const folder = mkdtempSync(join(tmpdir(), 'candor-zip-'))
afterAll(() => rmSync(folder, { recursive: true }))

const at = new Date('2026-11-23T12:34:56Z')
async function* asPieces(...pieces: readonly Uint8Array[]) {
  yield* pieces
}

async function archiveOf(entries: Iterable<ZipEntry>) {
  const directory = await UnnamedFile.open(folder)
  const pieces: Uint8Array[] = []
  async function* each() {
    yield* entries
  }
  try {
    for await (const piece of zipPieces(each(), { at, directory })) pieces.push(piece)
  } finally {
    await directory.close()
  }
  return { archive: Buffer.concat(pieces), directoryBytes: directory.bytes }
}

test('an archive holds its files as they were, whole or read in pieces, short, long and empty', async () => {
  const long = Buffer.alloc(300_000, 'a long text, ')
  const { archive } = await archiveOf([
    { path: 'short.txt', content: Buffer.from('short') },
    { path: 'ü/long.txt', content: long },
    { path: 'pieces.txt', content: asPieces(long.subarray(0, 100_000), long.subarray(100_000)) },
    { path: 'empty.txt', content: asPieces() },
  ])
  expect(archive.length).toBeLessThan(long.length / 10)
  const files = unzipSync(archive)
  expect(Object.keys(files)).toEqual(['short.txt', 'ü/long.txt', 'pieces.txt', 'empty.txt'])
  expect(strFromU8(files['short.txt'] ?? new Uint8Array())).toBe('short')
  for (const path of ['ü/long.txt', 'pieces.txt'])
    expect(long.equals(files[path] ?? long.subarray(1))).toBe(true)
  expect(files['empty.txt']).toHaveLength(0)
})

test('I12.6: an archive of more files than the old format can count has them all', async () => {
  const count = 66_000
  function* many() {
    for (let n = 0; n < count; n++) yield { path: `${n}`, content: Buffer.from(`receipt ${n}`) }
  }
  const { archive } = await archiveOf(many())
  const files = unzipSync(archive, {
    filter: ({ name }) => Number(name) % 10_000 === 0 || Number(name) > 65_990,
  })
  expect(Object.keys(files)).toHaveLength(7 + 9)
  expect(strFromU8(files['65999'] ?? new Uint8Array())).toBe('receipt 65999')
})

test('what fails while it is packed fails the archive', async () => {
  async function* failing() {
    yield Buffer.alloc(10)
    throw new Error('the disk is gone')
  }
  await expect(archiveOf([{ path: 'a', content: failing() }])).rejects.toThrow('the disk is gone')
})
