import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type RunningServer, startServer } from './running-server.ts'

/** The middle of the wave, and how far it goes to either side. */
export const middle = 50_000
export const height = 400

const periodMs = 24_000
const stepMs = 250

/** A recording of one market whose price goes up and down in a wave, the same each time round: whatever waits within it is reached. */
function recording(): string {
  const lines = ['time_ms,bid,ask']
  const start = Date.UTC(2026, 10, 18, 15)
  for (let ms = 0; ms < periodMs; ms += stepMs) {
    const mid = middle + height * Math.sin((2 * Math.PI * ms) / periodMs)
    lines.push(`${start + ms},${(mid - 1).toFixed(2)},${(mid + 1).toFixed(2)}`)
  }
  return `${lines.join('\n')}\n`
}

/** A server that replays this wave of BTCUSDT, round and round. */
export async function startWavingServer(): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-wave-'))
  await writeFile(join(folder, 'BTCUSDT.20261118.csv.gz'), gzipSync(recording()))
  const server = await startServer({ flags: ['--feed', 'replay', '--replay-dir', folder] })
  return {
    ...server,
    dispose: async () => {
      await server.dispose()
      await rm(folder, { recursive: true })
    },
  }
}
