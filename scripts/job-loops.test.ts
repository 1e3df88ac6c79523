import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobLoops } from './job-loops.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-loops-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Faults that are found in a job that has no cases and runs this. */
function faultsOf(source: string): readonly string[] {
  const file = join(folder, 'job.ts')
  writeFileSync(
    file,
    `${source}\nexport const job = { name: 'x', everyMs: 1, noCases: 'none', run: () => work() }\n`,
  )
  const { jobs, faults } = jobLoops(
    ts.createProgram([file], { noEmit: true, target: ts.ScriptTarget.ES2022 }),
  )
  expect(jobs).toBe(1)
  return faults.map((fault) => fault.replace(/^.*job\.ts/, 'job.ts').replace(/: a loop .*/, ''))
}

test('a loop that waits in a job without cases is found wherever the job leads, and said why it is none it may stay', () => {
  const pay = 'const pay = async (one: number) => one\n'
  const loop = 'for (const one of [1, 2]) await pay(one)'
  expect(faultsOf(`${pay}async function work() { ${loop} }`)).toEqual(['job.ts:2'])
  expect(
    faultsOf(`${pay}class Room { async all() {\n${loop} } }\nconst work = () => new Room().all()`),
  ).toEqual(['job.ts:3'])
  expect(
    faultsOf(`${pay}const all = async () => {\n${loop} }\nconst work = () => [all].map((one) => one())`),
  ).toEqual(['job.ts:3'])
  expect(faultsOf(`${pay}async function work() {\n// No cases: pages of one thing.\n${loop} }`)).toEqual([])
  expect(faultsOf('function work() { for (const one of [1, 2]) one.toFixed() }')).toEqual([])
})
