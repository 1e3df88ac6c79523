import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const script = new URL('end-with-parent.mjs', import.meta.url).href

const program = `import { endWithParent } from ${JSON.stringify(script)}
  process.on('SIGTERM', () => { console.log('farewell'); process.exit() })
  endWithParent()
  setInterval(() => undefined, 1000)
  console.log('here')`

test('issue 11.12: npm told to end takes what it started along, with its own farewell', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'candor-npm-'))
  writeFileSync(join(folder, 'start.mjs'), program)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: 'node start.mjs' } }))
  const npm = spawn('npm', ['start'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
  let output = ''
  npm.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await expect.poll(() => output).toContain('here')
  npm.kill('SIGTERM')
  await once(npm.stdout, 'close')
  expect(output).toContain('farewell')
  rmSync(folder, { recursive: true, force: true })
})

test('a process started through a shell ends, with its own farewell, when only the shell is told to', async () => {
  const command = `"$NODE" --input-type=module -e "$PROGRAM"; true`
  const shell = spawn('sh', ['-c', command], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { ...process.env, NODE: process.execPath, PROGRAM: program },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await expect.poll(() => output).toContain('here')
  shell.kill('SIGTERM')
  // The pipe closes when the last of them is gone.
  await once(shell.stdout, 'close')
  expect(output).toContain('farewell')
})
