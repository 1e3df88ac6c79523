import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyFileOf, readInstallationKeys } from '../platform/keys/installation-key.ts'
import { copyInstallation } from '../testing/test-installation.ts'
import { candorIn } from './test-candor.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await copyInstallation('candor-rotate-')
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const operator = ['--email', 'op@candor.example', '--data']

test('ASVS 11.2.2: candor keys rotate replaces the key, and what was encrypted opens with the new one alone', async () => {
  const run = (...args: string[]) => candorIn(dataDir, args)
  const password = ['--role', 'finance', '--password', 'a long and plain phrase']
  expect(await run('operator', 'create', ...password, ...operator, dataDir)).toMatchObject({ code: 0 })
  const before = readFileSync(keyFileOf(dataDir), 'utf8')
  const [oldKey] = readInstallationKeys(dataDir) ?? []

  expect(await run('keys', 'rotate', '--data', dataDir)).toEqual({
    code: 0,
    out: expect.stringMatching(/^The installation has a new key/),
  })
  const keys = readInstallationKeys(dataDir) ?? []
  expect(keys).toHaveLength(1)
  expect(keys[0]).not.toEqual(oldKey)
  expect(await run('operator', 'code', ...operator, dataDir)).toEqual({
    code: 0,
    out: expect.stringMatching(/^\d{6}\n$/),
  })

  writeFileSync(keyFileOf(dataDir), before)
  expect(await run('operator', 'code', ...operator, dataDir)).toMatchObject({
    code: 2,
    out: expect.stringContaining('is not the key of this installation'),
  })
})
