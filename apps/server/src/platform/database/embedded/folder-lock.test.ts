import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { FolderInUse, holderOf, lockFolder } from './folder-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'candor-lock-'))
const cleanUp: (() => void)[] = [() => rmSync(folder, { recursive: true, force: true })]
afterEach(() => {
  for (const undo of cleanUp.splice(0).reverse()) undo()
})

test('issue 11.12: a folder whose owner is dead but not yet reaped is free', async () => {
  if (process.platform !== 'linux') {
    process.stdout.write(
      'This system does not tell a process that ended and was not reaped from a living one.\n',
    )
    return
  }
  // The shell becomes a sleep, which never asks how its child ended.
  const parent = spawn('sh', ['-c', 'sleep 1000 & echo $!; exec sleep 1000'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanUp.push(() => parent.kill('SIGKILL'))
  const [output] = await once(parent.stdout, 'data')
  const pid = Number(output)
  // Until then the shell would learn of its child's end.
  await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n')
  cleanUp.push(() => process.kill(pid, 'SIGKILL'))
  const lock = { pid, born: birthOf(pid), since: '2026-11-22T12:00:00.000Z' }
  writeFileSync(join(folder, 'candor.lock'), JSON.stringify(lock))
  expect(() => lockFolder(folder, new Date())).toThrow(FolderInUse)
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => holderOf(folder)).toBeNull()
  // It has no reaper: to every signal it still answers as if it were there.
  expect(() => process.kill(pid, 0)).not.toThrow()
  const { release } = lockFolder(folder, new Date())
  expect(holderOf(folder)?.pid).toBe(process.pid)
  release()
  expect(holderOf(folder)).toBeNull()
})

/** As the lock writes it on Linux; elsewhere the pid alone decides. */
function birthOf(pid: number): string | null {
  if (process.platform !== 'linux') return null
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [started = ''] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(19)
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${started}`
}
