import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildSimulator } from '../../../../scripts/build-simulator.mjs'
import type { Plant } from './plants/plant.ts'
import { plants } from './plants/plants.ts'
import { type SimulatorPostgres, startPostgres } from './surroundings/cluster.ts'

// Making the base takes longer than the seeds do: both runs begin with one.
const dataDir = mkdtempSync(join(tmpdir(), 'candor-simulator-test-'))
let postgres: SimulatorPostgres
beforeAll(async () => {
  postgres = await startPostgres(dataDir)
})
afterAll(async () => {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const run = async (plant: Plant | null, ...args: string[]) => {
  const file = await buildSimulator(plant === null ? 'test' : 'test-plant', plant)
  const { host, port } = postgres
  const base = `simulator_base_test_${process.pid}:${dataDir}`
  const given = [file, '--postgres', `${host}:${port}`, '--base', base, ...args]
  const child = promisify(execFile)(process.execPath, given, { timeout: 230_000 })
  // Ends with 1 when it found something: what it told counts here.
  const { stdout } = await child.catch((error: { stdout: string }) => error)
  return stdout
}

describe('the simulator of the whole platform', () => {
  test('finds nothing in a seed with every kind of fault, and it ends the same when it is run again', async () => {
    const output = await run(null, '--seed', '1', '--steps', '12', '--tour', '--twice', '--tally')
    expect(output).toContain('1 seeds of 12 steps clean, 0 with findings')
    expect(output).toMatch(/buyContract: .*20004 ×/)
  }, 240_000)

  test('a guard that is taken out is missed: a proof without those who have little', async () => {
    const plant = plants.find(({ name }) => name === 'the proof leaves out who has little') ?? null
    expect(await run(plant, '--seed', '1', '--steps', '1')).toMatch(/seed 1: step 2: .*proof/)
  }, 240_000)
})
