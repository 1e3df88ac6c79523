import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const run = (tool: string, ...args: string[]): Promise<{ readonly code: number; readonly output: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [join(import.meta.dirname, tool), ...args], (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })

test.each([
  ['release.mjs', /^npm run release -- \[flags\]/],
  ['mutate.mjs', /^npm run mutate -- <part> \[flags\]/],
])(
  '%s says how it is used, and ends at a flag it does not know before it begins anything',
  async (tool, usage) => {
    const [helped, wrong] = await Promise.all([run(tool, '--help'), run(tool, '--nope')])
    expect(helped).toEqual({ code: 0, output: expect.stringMatching(usage) })
    expect(wrong.code).toBe(2)
    expect(wrong.output.startsWith("Unknown option '--nope'")).toBe(true)
    expect(wrong.output.endsWith(helped.output)).toBe(true)
  },
)

test.each([[[]], [['no-such-part']], [['money', 'rules']], [['money', '--mutants', 'many']]])(
  'mutate.mjs answers %j with its usage',
  async (args) => {
    const [helped, wrong] = await Promise.all([run('mutate.mjs', '--help'), run('mutate.mjs', ...args)])
    expect(wrong).toEqual({ code: 2, output: helped.output })
  },
)
