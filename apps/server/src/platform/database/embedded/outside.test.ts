import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryDataDir } from '../temporary/temporary-data-dir.ts'
import { clustersOutside, isLeft, placeOutside, removeCluster } from './outside.ts'

const root = temporaryDataDir('candor-outside-')
const home = join(root, 'clusters')
afterAll(() => rmSync(root, { recursive: true, force: true }))

function placed(name: string): { dataDir: string; dir: string } {
  const dataDir = join(root, name)
  mkdirSync(dataDir)
  const dir = placeOutside(dataDir, name, home)
  mkdirSync(dir)
  return { dataDir, dir }
}
const left = () =>
  clustersOutside(home)
    .filter(isLeft)
    .map(({ dataDir }) => dataDir)

test('a database outside its data folder is found again, also after the folder was moved, and then knows the new one', () => {
  const { dataDir, dir } = placed('first')
  expect(placeOutside(dataDir, 'first', home)).toBe(dir)
  expect(left()).toEqual([])
  const moved = join(root, 'moved')
  renameSync(dataDir, moved)
  expect(left()).toEqual([dataDir])
  expect(placeOutside(moved, 'other', home)).toBe(dir)
  expect(left()).toEqual([])
})

test('a data folder that was deleted leaves its database to be removed, but not while PostgreSQL runs on it', async () => {
  const { dataDir, dir } = placed('deleted')
  rmSync(dataDir, { recursive: true })
  // What tells a PostgreSQL is its pid and that it works in the cluster.
  const running = spawn('sleep', ['60'], { cwd: dir })
  writeFileSync(join(dir, 'postmaster.pid'), `${running.pid}\n`)
  expect(left()).toEqual([])
  running.kill()
  await once(running, 'exit')
  expect(left()).toEqual([dataDir])
  for (const cluster of clustersOutside(home).filter(isLeft)) removeCluster(cluster)
  expect([existsSync(dirname(dir)), left()]).toEqual([false, []])
  mkdirSync(dataDir)
  expect(placeOutside(dataDir, 'deleted', home)).not.toBe(dir)
})

test('refuses a data folder whose database was removed: it never silently creates a new one', () => {
  const { dataDir, dir } = placed('robbed')
  rmSync(dirname(dir), { recursive: true })
  expect(() => placeOutside(dataDir, 'robbed', home)).toThrow(/which is missing: put it back, or restore/)
})
