import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, inject, test } from 'vitest'
import { buildSimulator } from '../../../../scripts/build-simulator.mjs'
import { type Plant, plants } from './plants.ts'

/** On the tests' PostgreSQL: making one takes longer than the seeds do. */
const run = async (plant: Plant | null, ...args: string[]) => {
  const file = await buildSimulator(plant === null ? 'test' : 'test-plant', plant)
  const { host, port } = inject('testCluster')
  const given = [file, '--postgres', `${host}:${port}`, ...args]
  const child = promisify(execFile)(process.execPath, given, { timeout: 230_000 })
  // Ends with 1 when it found something: what it told counts here.
  const { stdout } = await child.catch((error: { stdout: string }) => error)
  return stdout
}
const root = join(import.meta.dirname, '../../../..')

describe('the simulator of the whole platform', () => {
  test('finds nothing in its first seeds, and each ends the same when it is run again', async () => {
    const told = await run(null, '--seeds', '2', '--steps', '20', '--twice', '--tally')
    expect(told).toContain('2 seeds of 20 steps clean, 0 with findings')
    expect(told).toMatch(/buyContract: .*20004 ×/)
  }, 240_000)

  test.each(plants)('$name: the guard that is taken out stands in one place', ({ file, from, to }) => {
    expect(readFileSync(join(root, file), 'utf8').split(from)).toHaveLength(2)
    expect(to).not.toBe(from)
  })

  test('a guard that is taken out is missed: a closing without its commission', async () => {
    const plant = plants.find(({ name }) => name === 'a closing costs no commission') ?? null
    expect(await run(plant, '--seeds', '3', '--steps', '30', '--first')).toMatch(
      /fees of contracts of .* come to/,
    )
  }, 240_000)
})
