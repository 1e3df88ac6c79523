import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'

const script = new URL('bundle.mjs', import.meta.url).href
/** Builds two programs at once and stays, as `npm start` does; reports the end of each process that was started for it. */
const program = `import processes from 'node:child_process'
  const { spawn } = processes
  processes.spawn = (...args) => spawn(...args).on('exit', () => console.log('ended'))
  const { bundle } = await import(${JSON.stringify(script)})
  const build = (contents) => bundle({ stdin: { contents }, write: false })
  const built = await Promise.all([build('1'), build('2')])
  console.log(built.map(({ outputFiles }) => outputFiles[0].text.trim()).join(' '))
  setInterval(() => undefined, 1000)`

const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill()
})

test('I16.12: no build tool stays beside what was built', async () => {
  const builder = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(builder)
  let output = ''
  builder.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await expect.poll(() => output.trim().split('\n').toSorted()).toEqual(['1; 2;', 'ended'])
})
