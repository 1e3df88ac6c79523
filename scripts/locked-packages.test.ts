import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { lockedPackages } from './locked-packages.mjs'

interface Locked {
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

/** The version that a package at this place loads, as Node looks for it. */
function found(packages: Readonly<Record<string, Locked>>, place: string, name: string): string | undefined {
  const own = packages[`${place === '' ? '' : `${place}/`}node_modules/${name}`]
  if (own !== undefined) return own.version
  return place === '' ? undefined : found(packages, place.slice(0, Math.max(0, place.lastIndexOf('/'))), name)
}

test('I16.12: what the server loads is installed in the versions of the lock file, each where it is looked for', () => {
  const root = new URL('..', import.meta.url)
  const read = (name: string) => JSON.parse(readFileSync(fileURLToPath(new URL(name, root)), 'utf8'))
  const { packages } = read('package-lock.json')
  const names = Object.keys(read('apps/server/package.json').dependencies)
  const placed: Record<string, Locked> = lockedPackages(packages, 'apps/server', names)

  for (const name of names)
    expect(found(placed, '', name), name).toBe(found(packages, 'apps/server', name) ?? '')
  for (const [place, { dependencies = {} }] of Object.entries(placed))
    for (const name of Object.keys(dependencies))
      expect(found(placed, place, name), `${place}: ${name}`).toBeDefined()
  expect(Object.keys(placed).filter((place) => /\/(?:vitest|esbuild|typescript)$/.test(place))).toEqual([])
})

test('I16.12: of two versions, one lies at the top and the other beside the package that needs it', () => {
  const packages = {
    'apps/server': {},
    'apps/server/node_modules/hash': { version: '1' },
    'node_modules/hash': { version: '2' },
    'node_modules/wallet': { version: '5', dependencies: { hash: '2', curves: '7' } },
    'node_modules/curves': { version: '7', dependencies: { hash: '2' } },
  }
  const placed: Record<string, Locked> = lockedPackages(packages, 'apps/server', ['hash', 'wallet'])
  expect(Object.entries(placed).map(([place, { version }]) => [place, version])).toEqual([
    ['node_modules/curves', '7'],
    ['node_modules/curves/node_modules/hash', '2'],
    ['node_modules/hash', '1'],
    ['node_modules/wallet', '5'],
    ['node_modules/wallet/node_modules/hash', '2'],
  ])
})
