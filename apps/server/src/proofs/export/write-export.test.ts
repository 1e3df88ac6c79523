import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { UnnamedFile } from '../../platform/http/files/unnamed-file.ts'
import { ListOnDisk } from './write-export.ts'

const folder = mkdtempSync(join(tmpdir(), 'candor-export-'))
const files: UnnamedFile[] = []
afterAll(async () => {
  for (const file of files) await file.close()
  rmSync(folder, { recursive: true })
})

async function listOnDisk(): Promise<ListOnDisk> {
  const file = await UnnamedFile.open(folder)
  files.push(file)
  return new ListOnDisk(file)
}

/** Number of times the event loop turned while `work` went on. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let running = true
  const turn = () => {
    turns += 1
    if (running) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  running = false
  return turns
}

async function textsOf(list: ListOnDisk): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  for (const { path, content } of list.files('list')) {
    const pieces: Uint8Array[] = []
    for await (const piece of content as AsyncIterable<Uint8Array>) pieces.push(piece)
    texts[path] = Buffer.concat(pieces).toString()
  }
  return texts
}

test('I11.11: a list of a busy customer is written with turns in between, and is what it would be in one go', async () => {
  const items = Array.from({ length: 5_000 }, (_, n) => ({
    id: `order ${n}`,
    note: n % 2 === 0 ? 'a "quoted"\nline\u2028' : null,
    inner: { n },
  }))
  const list = await listOnDisk()
  for (let from = 0; from < items.length; from += 100) await list.push(items.slice(from, from + 100))
  // A column that only a later record has stands in the header.
  await list.push([{ id: 'last', late: 'yes' }])
  let texts: Record<string, string> = {}
  const turns = await turnsDuring(async () => {
    texts = await textsOf(list)
  })
  expect(turns).toBeGreaterThanOrEqual(100)
  expect(texts['list.json']).toBe(`${JSON.stringify([...items, { id: 'last', late: 'yes' }], null, 2)}\n`)
  expect(texts['list.csv']).toMatch(/^\uFEFFid,note,inner,late\r\n/)
  expect(texts['list.csv']).toContain('\r\norder 4999,,"{""n"":4999}",\r\n')
})

test('a list of nothing is an empty one', async () => {
  expect((await textsOf(await listOnDisk()))['list.json']).toBe('[]\n')
})
