import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryDataDir } from '../temporary/temporary-data-dir.ts'
import { archiveSettings, settleSpool, spoolOf } from './wal-spool.ts'

let folder: string
let spool: string
let dir: string
beforeAll(() => {
  folder = temporaryDataDir('candor-spool-')
  // The shell and PostgreSQL both read the command.
  dir = join(folder, "it's 5% full", 'postgres')
  mkdirSync(dir, { recursive: true })
  settleSpool({ dir, user: { lent: false } as never }, true)
  spool = spoolOf(dir)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** As PostgreSQL replaces `%p`, `%f` and `%%`. */
const commandFor = (path: string, name: string) =>
  (archiveSettings(dir).archive_command ?? '').replace(/%[pf%]/g, (found) =>
    found === '%p' ? path : found === '%f' ? name : '%',
  )

test('I16.15: a segment has its name in the spool once it was copied wholly: one that is killed half-way leaves a draft, which the next copy replaces', async () => {
  const half = join(folder, 'half')
  spawnSync('sh', ['-c', `mkfifo '${half}'`])
  const copying = spawn('sh', ['-c', commandFor(half, 'A')], { detached: true })
  const pipe = createWriteStream(half)
  pipe.on('error', () => undefined)
  pipe.write(Buffer.alloc(30_000, 1))
  const draft = join(spool, 'A.part')
  await expect.poll(() => statSync(draft, { throwIfNoEntry: false })?.size ?? 0).toBeGreaterThan(0)
  expect(readdirSync(spool)).not.toContain('A')
  const ended = once(copying, 'exit')
  process.kill(-(copying.pid ?? 0), 'SIGKILL')
  await ended
  pipe.destroy()
  expect(readdirSync(spool).sort()).toEqual(['A.part', 'line.txt'])
  const whole = join(folder, 'whole')
  spawnSync('sh', ['-c', `head -c 50000 /dev/zero > '${whole}'`])
  expect(spawnSync('sh', ['-c', commandFor(whole, 'A')]).status).toBe(0)
  expect(readdirSync(spool).sort()).toEqual(['A', 'line.txt'])
  expect(statSync(join(spool, 'A')).size).toBe(50_000)
})
