import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Sources of the product by path, without comments; tests and their helpers are left out. */
const product = new Map(
  ['apps', 'packages', 'bench', 'e2e', 'scripts'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
      .map((name) => join(top, name))
      .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist|\.cache)\//.test(file))
      .filter((file) => !/\.(test|journey)\.tsx?$|(^|\/)test-[a-z-]+\.tsx?$/.test(file))
      .map((file) => [
        file,
        readFileSync(join(root, file), 'utf8').replaceAll(/^\s*(\/\*|\*|\/\/).*$/gm, ''),
      ]),
  ),
)

// knip takes what an index passes on for used, and what a test imports for used too.
test('every value that a package exports is used by the product, not by tests alone', () => {
  const words = new Map<string, number>()
  for (const text of product.values())
    for (const [word] of text.matchAll(/\w+/g)) words.set(word, (words.get(word) ?? 0) + 1)
  const unused = [...product].flatMap(([file, text]) => {
    if (!file.startsWith('packages/')) return []
    return [...text.matchAll(/^export (?:async )?(?:const|function|class) (\w+)/gm)]
      .map((found) => found[1] ?? '')
      .filter((name) => words.get(name) === 1)
      .map((name) => `${file}: ${name}`)
  })
  expect(unused).toEqual([])
})
