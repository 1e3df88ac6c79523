import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const planted = mkdtempSync(join(tmpdir(), 'candor-imports-'))
afterAll(() => rmSync(planted, { recursive: true, force: true }))

test('I13.4: ids come from platform/new-id.ts: another file of the server that imports uuid is refused', () => {
  copyFileSync(join(root, 'biome.json'), join(planted, 'biome.json'))
  const folders = ['accounts/sessions/a', 'back-office/operators/a', 'platform/a', 'platform/new-id']
  for (const file of folders.map((name) => join(planted, 'apps/server/src', `${name}.ts`))) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, "import { v7 } from 'uuid'\n\nexport const id = v7()\n")
  }
  const args = ['lint', '--vcs-enabled=false', '--reporter=json', '.']
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/biome'), args, {
    cwd: planted,
    encoding: 'utf8',
  })
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { category: string; location: { path: string } }[]
  }
  const refused = diagnostics.filter(({ category }) => category === 'lint/style/noRestrictedImports')
  expect(refused.map(({ location }) => location.path).toSorted()).toEqual(
    folders.slice(0, 3).map((name) => `apps/server/src/${name}.ts`),
  )
})
