import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const script = new URL('end-with-parent.mjs', import.meta.url).href

test('a process started through a shell ends, with its own farewell, when only the shell is told to', async () => {
  const program = `import { endWithParent } from ${JSON.stringify(script)}
    process.on('SIGTERM', () => { console.log('farewell'); process.exit() })
    endWithParent()
    setInterval(() => undefined, 1000)
    console.log('here')`
  const command = `"$NODE" --input-type=module -e "$PROGRAM"; true`
  const shell = spawn('sh', ['-c', command], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { ...process.env, NODE: process.execPath, PROGRAM: program },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  await expect.poll(() => said).toContain('here')
  shell.kill('SIGTERM')
  // The pipe closes when the last of them is gone.
  await once(shell.stdout, 'close')
  expect(said).toContain('farewell')
})
