import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const startsAt = Date.UTC(2026, 10, 18, 17)

/** Writes a small recorded day and orders for it, which open and close one contract; the arguments that replay them. */
export function writeRecording(folder: string, rows = 200): string[] {
  const orders = join(folder, 'orders.jsonl')
  const quotes = Array.from({ length: rows }, (_, n) => {
    const bid = 90_000 - (n % 50)
    return `${startsAt + n * 100},${bid}.00,${bid + 2}.00`
  })
  const recording = join(folder, 'BTCUSDT.20261118.csv.gz')
  writeFileSync(recording, gzipSync(`time_ms,bid,ask\n${quotes.join('\n')}\n`, { level: 1 }))
  const buy = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }
  const calls = [
    { at: startsAt + 1_000, as: 'ana', ref: 'one', call: 'buyContract', body: buy },
    { at: startsAt + 9_000, as: 'ana', ref: 'two', call: 'closeContract', body: { id: '@one' } },
  ]
  writeFileSync(orders, calls.map((call) => `${JSON.stringify(call)}\n`).join(''))
  return ['--dir', folder, '--orders', orders]
}
