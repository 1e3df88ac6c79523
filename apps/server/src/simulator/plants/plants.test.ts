import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plants } from './plants.ts'

const root = join(import.meta.dirname, '../../../../..')

test.each(plants)('$name: the guard that is taken out stands in one place', (plant) => {
  for (const { file, from, to } of [plant, ...(plant.and === undefined ? [] : [plant.and])]) {
    expect(readFileSync(join(root, file), 'utf8').split(from)).toHaveLength(2)
    expect(to).not.toBe(from)
  }
})
