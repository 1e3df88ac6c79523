import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { postmasterOn } from '../../platform/database/embedded/postmaster.ts'
import { guardName } from '../../platform/database/embedded/postmaster-guard.ts'
import { programFile } from '../../platform/program-file.ts'
import { killProcesses, startProcess } from '../../testing/server-process.ts'
import { copyInstallation } from '../../testing/test-installation.ts'

const dataDir = await copyInstallation('candor-orphan-')
const cluster = join(dataDir, 'postgres')
const patience = { interval: 50 }
const parents: (() => void)[] = []

afterAll(async () => {
  for (const end of parents) end()
  await killProcesses()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Starts the server under a parent that never asks how it ended: killed, it stays in the list of processes. */
async function startUnreaped(): Promise<number> {
  const command = '"$0" "$@" & echo "pid $!"; exec sleep 1000'
  const args = [programFile('main'), '--port', '0', '--log-level', 'silent', '--data', dataDir]
  const parent = spawn('sh', ['-c', command, process.execPath, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  parents.push(() => parent.kill('SIGKILL'))
  let output = ''
  parent.stdout.on('data', (chunk) => {
    output += chunk
  })
  await expect.poll(() => output, patience).toContain('Candor is at')
  return Number(/pid (\d+)/.exec(output)?.[1])
}

/** True while the guard of a PostgreSQL runs; where the system lists no processes in /proc, none is seen. */
function isGuarded(postmaster: number | null): boolean {
  const words = `\0${guardName}\0${postmaster}\0`
  return pidsOnLinux().some((pid) => commandOf(pid).includes(words))
}

const pidsOnLinux = (): string[] =>
  process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

test('issue 11.12: the PostgreSQL of a killed server gives way to the next one’s, and ends by itself when there is none', async () => {
  const pid = await startUnreaped()
  const first = postmasterOn(cluster)
  expect([first === null, isGuarded(first)]).toEqual([false, process.platform === 'linux'])
  process.kill(pid, 'SIGKILL')

  // At once, and although the dead owner of the folder is still listed.
  const next = await startProcess(['--data', dataDir])
  const second = postmasterOn(cluster)
  expect([null, first]).not.toContain(second)
  await expect.poll(() => isGuarded(first), patience).toBe(false)
  expect(postmasterOn(cluster)).toBe(second)
  expect((await fetch(`${next.url}/healthz`)).status).toBe(200)

  await next.end('SIGKILL')
  await expect.poll(() => postmasterOn(cluster), patience).toBeNull()
  await expect.poll(() => isGuarded(second), patience).toBe(false)
})
