import { expect, test } from 'vitest'
import { boundaryFaults } from './boundary-faults.ts'

const read = (...sources: string[]) => ({
  modules: sources.map((source) => ({ source })),
  summary: { violations: [] },
})

test('files that dependency-cruiser did not read are counted by their app or package', () => {
  const files = ['apps/web/src/a.ts', 'apps/web/src/b.ts', 'packages/ui/src/a.tsx', 'bench/a.ts']
  expect(boundaryFaults(read(...files, 'node_modules/zod/index.js'), files)).toEqual([])
  expect(boundaryFaults(read('packages/ui/src/a.tsx'), files)).toEqual([
    'apps/web: 2 files were not read',
    'bench: 1 files were not read',
  ])
})

test('an import across a boundary is named with its rule', () => {
  const violations = [{ rule: { name: 'apps-are-apart' }, from: 'apps/web/a.ts', to: 'apps/console/b.ts' }]
  expect(boundaryFaults({ modules: [], summary: { violations } }, [])).toEqual([
    'apps-are-apart: apps/web/a.ts → apps/console/b.ts',
  ])
})
