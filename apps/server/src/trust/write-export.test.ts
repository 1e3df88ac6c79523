import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { listFiles, textFile, zipOf } from './write-export.ts'

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

test('I11.11: an export of a busy customer is written and packed with turns in between, and is what it would be in one go', async () => {
  const items = Array.from({ length: 5_000 }, (_, n) => ({
    id: `order ${n}`,
    note: n % 2 === 0 ? 'a "quoted"\nline' : null,
    inner: { n },
  }))
  let lists: Awaited<ReturnType<typeof listFiles>> = []
  const written = await turnsDuring(async () => {
    lists = await listFiles('real/orders', items)
  })
  expect(written).toBeGreaterThanOrEqual(40)
  const text = (ending: string) =>
    strFromU8(lists.find(({ path }) => path.endsWith(ending))?.content ?? new Uint8Array())
  expect(text('.json')).toBe(`${JSON.stringify(items, null, 2)}\n`)
  expect(text('.csv')).toContain('\r\norder 4999,,"{""n"":4999}"\r\n')
  expect(strFromU8((await listFiles('none', []))[0]?.content ?? new Uint8Array())).toBe('[]\n')

  const receipts = Array.from({ length: 2_000 }, (_, n) => textFile(`receipts/${n}.json`, `receipt ${n}`))
  let archive: Buffer = Buffer.alloc(0)
  const packed = await turnsDuring(async () => {
    archive = await zipOf([...lists, ...receipts, textFile('empty.txt', '')])
  })
  expect(packed).toBeGreaterThanOrEqual(50)
  const files = unzipSync(archive)
  expect(Object.keys(files)).toHaveLength(2_003)
  expect(strFromU8(files['receipts/1999.json'] ?? new Uint8Array())).toBe('receipt 1999')
  expect(strFromU8(files['real/orders.json'] ?? new Uint8Array())).toBe(text('.json'))
  expect(files['empty.txt']).toHaveLength(0)
})
