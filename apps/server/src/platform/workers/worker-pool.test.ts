import { expect, test, vi } from 'vitest'
import type { PrintedStatement } from '../../accounts/statements/statement-document.ts'
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

const statement = (lines: number): PrintedStatement => ({
  language: 'en',
  customer: { name: 'Ana', email: 'ana@candor.example' },
  mode: 'real',
  from: new Date('2026-01-01'),
  to: new Date('2026-11-20'),
  madeAt: Date.parse('2026-11-20T12:00:00Z'),
  totals: [],
  lines: Array.from({ length: lines }, (_, n) => ({
    at: '2026-05-01T00:00:00.000Z',
    asset: 'USDT',
    kind: 'deposit',
    amount: `${n}`,
    balanceAfter: `${n}`,
    split: null,
  })),
  leftOut: false,
})

test('I11.11: a paper does not wait for the end of a long statement in its thread, and long ones go one after the other', async () => {
  const pool = new WorkerPool({ mostThreads: 1 })
  const ended: string[] = []
  const note = (what: string) => () => ended.push(what)
  // The fonts are read once.
  await pool.run('paper', paper(1))
  await Promise.all([
    pool.run('statement', statement(2_000)).then(note('first long')),
    pool.run('statement', statement(201)).then(note('second long')),
    pool.run('paper', paper(1)).then(note('paper')),
  ])
  expect(ended).toEqual(['paper', 'first long', 'second long'])
})

test('I11.11: long statements that wait leave places to papers', async () => {
  const pool = new WorkerPool({ mostThreads: 1, mostLongWaiting: 1 })
  const long = () => pool.run('statement', statement(201))
  const tasks = [long(), long()]
  await expect(long()).rejects.toBeInstanceOf(TooMany)
  await Promise.all([...tasks, pool.run('paper', paper(1))])
})

test('I11.11: no more tasks wait than the pool takes, and a task that fails leaves the others alone', async () => {
  const pool = new WorkerPool({ mostThreads: 1, mostWaiting: 2 })
  const broken = { ...paper(1), blocks: [{ do: 'picture', image: new Uint8Array(3), width: 9, height: 9 }] }
  const sideBySide = [
    pool.run('paper', broken as PrintedDocument),
    ...[1, 2, 3].map((rows) => pool.run('paper', paper(rows))),
  ]
  const waiting = [4, 5].map((rows) => pool.run('paper', paper(rows)))
  await expect(pool.run('paper', paper(6))).rejects.toBeInstanceOf(TooMany)
  await expect(sideBySide[0]).rejects.toThrow('failed in its thread')
  const files = await Promise.all([...sideBySide.slice(1), ...waiting])
  expect(files.map((file) => Buffer.from(file).subarray(0, 5).toString())).toEqual(Array(5).fill('%PDF-'))
})
