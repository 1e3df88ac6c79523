import { expect, test, vi } from 'vitest'
import type { PrintedDocument } from '../../documents/document.ts'
import { FontBook } from '../../documents/font-book.ts'
import { writePdf } from '../../documents/write-pdf.ts'
import { TooMany } from '../http/refusal.ts'
import { WorkerPool } from './worker-pool.ts'

const paper = (rows: number): PrintedDocument => ({
  language: 'en',
  title: 'A paper',
  madeAt: Date.parse('2026-11-20T12:00:00Z'),
  footer: 'foot',
  blocks: [
    {
      do: 'table',
      columns: [{ title: 'Line', share: 1 }],
      rows: Array.from({ length: rows }, (_, n) => [`line ${n}`]),
    },
  ],
})

test('I11.11: a paper written in a thread is the same file, and nothing of it is written on the event loop', async () => {
  const opened = vi.spyOn(FontBook, 'open')
  try {
    const written = await new WorkerPool().run('paper', paper(400))
    expect(opened).not.toHaveBeenCalled()
    expect(Buffer.from(written).equals(await writePdf(paper(400)))).toBe(true)
    expect(opened).toHaveBeenCalledTimes(1)
  } finally {
    opened.mockRestore()
  }
})

test('I11.11: no more tasks wait than the pool takes, and a task that fails leaves the others alone', async () => {
  const pool = new WorkerPool({ mostThreads: 1, mostWaiting: 2 })
  const broken = { ...paper(1), blocks: [{ do: 'picture', image: new Uint8Array(3), width: 9, height: 9 }] }
  const tasks = [
    pool.run('paper', broken as PrintedDocument),
    pool.run('paper', paper(1)),
    pool.run('paper', paper(2)),
  ]
  await expect(pool.run('paper', paper(3))).rejects.toBeInstanceOf(TooMany)
  await expect(tasks[0]).rejects.toThrow('failed in its thread')
  expect(
    (await Promise.all(tasks.slice(1))).map((file) => Buffer.from(file).subarray(0, 5).toString()),
  ).toEqual(['%PDF-', '%PDF-'])
})
