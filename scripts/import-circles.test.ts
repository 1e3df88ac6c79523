import { expect, test } from 'vitest'
import { importCircles } from './import-circles.ts'

const file = (name: string, ...lines: string[]) => ({ file: name, text: lines.join('\n') })

test('files that reach each other are one circle, by types and through a package too; a path between two circles is none', () => {
  const circles = importCircles([
    file('apps/server/src/a.ts', "import { b } from './b.ts'"),
    file('apps/server/src/b.ts', "import type { C } from './c.ts'"),
    file('apps/server/src/c.ts', "export { a } from './a.ts'", "import { between } from './between.ts'"),
    file('apps/server/src/between.ts', "import { d } from '@candor/rules/d.ts'"),
    file('packages/rules/src/d.ts', "import type { E } from '@candor/rules'"),
    file('packages/rules/src/index.ts', "export * from './d.ts'", "import { z } from 'zod'"),
    file('packages/rules/src/alone.ts', "import { d } from './d.ts'"),
  ])
  expect(circles).toHaveLength(2)
  expect(circles).toContainEqual(['a', 'b', 'c'].map((name) => `apps/server/src/${name}.ts`))
  expect(circles).toContainEqual(['packages/rules/src/d.ts', 'packages/rules/src/index.ts'])
})
