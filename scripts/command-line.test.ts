import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const tool = join(import.meta.dirname, 'release.mjs')

const run = (flag: string): Promise<{ readonly code: number; readonly output: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [tool, flag], (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })

test('a tool says how it is used, and ends at a flag it does not know before it begins anything', async () => {
  const [helped, wrong] = await Promise.all([run('--help'), run('--nope')])
  expect(helped).toEqual({ code: 0, said: expect.stringMatching(/^npm run release -- \[flags\]/) })
  expect(wrong).toEqual({ code: 2, said: `Unknown option '--nope'\n${helped.output}` })
})
