import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  buildSumTree,
  checkSumPath,
  type LiabilityLeaf,
  liabilityLeafText,
  liabilityNodeText,
  repeatedPlaces,
  type SumStep,
  sumPathPlaces,
  sumTreeInSteps,
} from './liabilities.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const later = async (text: string) => sha256(text)

const leavesOf = (values: readonly bigint[]): LiabilityLeaf[] =>
  values.map((minor, at) => ({
    date: '2026-01-31',
    asset: 'USDT',
    customer: `customer-${at}`,
    minor,
    salt: `salt-${at}`,
  }))
const treeOf = (leaves: readonly LiabilityLeaf[]) =>
  buildSumTree(
    leaves.map((leaf) => ({ minor: leaf.minor, hash: sha256(liabilityLeafText(leaf)) })),
    sha256,
  )
function pathOf(levels: ReturnType<typeof treeOf>, position: number): SumStep[] {
  return sumPathPlaces(levels[0]?.length ?? 0, position).map((place) => {
    const node = levels[place.level]?.[place.position]
    if (node === undefined) throw new Error('no such place')
    return { ...node, side: place.side }
  })
}

const values = fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { minLength: 1, maxLength: 40 })

test('T15: every customer’s leaf leads to the root, and the root’s value is the sum of all leaves', async () => {
  await fc.assert(
    fc.asyncProperty(values, async (minors) => {
      const leaves = leavesOf(minors)
      const levels = treeOf(leaves)
      const root = levels.at(-1)?.[0]
      if (root === undefined) throw new Error('a tree with leaves has a root')
      expect(root.minor).toBe(minors.reduce((sum, minor) => sum + minor, 0n))
      for (const [at, leaf] of leaves.entries())
        expect(await checkSumPath(leaf, pathOf(levels, at), root, later)).toBe('included')
    }),
    { numRuns: 60 },
  )
})

test('T15: whichever value, hash, side, name or salt is changed, the check finds it', async () => {
  const change = fc.record({ at: fc.nat(), what: fc.nat(), by: fc.bigInt({ min: 1n, max: 10n ** 16n }) })
  await fc.assert(
    fc.asyncProperty(values, change, async (minors, { at, what, by }) => {
      const leaves = leavesOf(minors)
      const levels = treeOf(leaves)
      const position = at % leaves.length
      const [leaf, root] = [leaves[position], levels.at(-1)?.[0]]
      if (leaf === undefined || root === undefined) throw new Error('there are leaves')
      const path = pathOf(levels, position)
      const step = path[what % Math.max(path.length, 1)]
      const other = (changed: SumStep) => path.map((one) => (one === step ? changed : one))
      const tampered: [LiabilityLeaf, readonly SumStep[], typeof root][] = [
        [{ ...leaf, minor: leaf.minor + by }, path, root],
        [{ ...leaf, minor: leaf.minor - by }, path, root],
        [{ ...leaf, customer: `${leaf.customer}x` }, path, root],
        [{ ...leaf, salt: 'other' }, path, root],
        [{ ...leaf, date: '2026-02-01' }, path, root],
        [leaf, path, { ...root, minor: root.minor - by }],
        [leaf, path, { ...root, hash: sha256('other') }],
      ]
      if (step !== undefined)
        tampered.push(
          [leaf, other({ ...step, minor: step.minor + by }), root],
          [leaf, other({ ...step, minor: step.minor - by }), root],
          [leaf, other({ ...step, hash: sha256('other') }), root],
          [leaf, other({ ...step, side: step.side === 'left' ? 'right' : 'left' }), root],
          [leaf, path.slice(1), root],
        )
      for (const [own, way, top] of tampered)
        expect(await checkSumPath(own, way, top, later)).not.toBe('included')
    }),
    { numRuns: 60 },
  )
})

test('T15: a total made smaller by a negative neighbour is found, though sums and hashes agree', async () => {
  const [leaf] = leavesOf([100n])
  if (leaf === undefined) throw new Error('one leaf was made')
  const hidden: SumStep = { side: 'right', minor: -60n, hash: sha256('hidden') }
  const own = { minor: leaf.minor, hash: sha256(liabilityLeafText(leaf)) }
  const text = ['candor-node', own.minor, own.hash, hidden.minor, hidden.hash].join('|')
  const root = { minor: 40n, hash: sha256(text) }
  expect(await checkSumPath(leaf, [hidden], root, later)).toBe('negative')
  expect(() => buildSumTree([own, hidden], sha256)).toThrow(RangeError)
})

test('T15: without customers there is no tree', () => {
  expect(buildSumTree([], sha256)).toEqual([])
  expect(sumPathPlaces(1, 0)).toEqual([])
})

test('T15: the hashed texts are the published ones: what another program recomputes', () => {
  const leaf = { date: '2026-01-31', asset: 'USDT', customer: 'c-7', minor: 12_500_000n, salt: 's4lt' }
  expect(liabilityLeafText(leaf)).toBe('candor-leaf|2026-01-31|USDT|c-7|12500000|s4lt')
  expect(liabilityNodeText({ minor: 5n, hash: 'aa' }, { minor: 0n, hash: 'bb' })).toBe(
    'candor-node|5|aa|0|bb',
  )
})

test('T15: of three customers the third goes up a level unchanged', () => {
  const [a, b, c] = [
    { minor: 3n, hash: 'a' },
    { minor: 0n, hash: 'b' },
    { minor: 4n, hash: 'c' },
  ]
  const ab = { minor: 3n, hash: sha256('candor-node|3|a|0|b') }
  const root = { minor: 7n, hash: sha256(`candor-node|3|${ab.hash}|4|c`) }
  expect(buildSumTree([a, b, c], sha256)).toEqual([[a, b, c], [ab, c], [root]])
  expect(sumPathPlaces(3, 0)).toEqual([
    { level: 0, position: 1, side: 'right' },
    { level: 1, position: 1, side: 'right' },
  ])
  expect(sumPathPlaces(3, 1)).toEqual([
    { level: 0, position: 0, side: 'left' },
    { level: 1, position: 1, side: 'right' },
  ])
  expect(sumPathPlaces(3, 2)).toEqual([{ level: 1, position: 0, side: 'left' }])
})

test.each([
  [8, 1, 7],
  [8, 2, 3],
  [8, 4, 1],
  [8, 5, 0],
  [5, 1, 6],
])(
  'a tree of %i leaves built in steps of %i lets others in %i times, and is the same',
  (count, perStep, times) => {
    const leaves = leavesOf(Array.from({ length: count }, (_, at) => BigInt(at)))
    const nodes = leaves.map((leaf) => ({ minor: leaf.minor, hash: sha256(liabilityLeafText(leaf)) }))
    const steps = sumTreeInSteps(nodes, sha256, perStep)
    let paused = 0
    let step = steps.next()
    for (; step.done !== true; step = steps.next()) paused++
    expect(paused).toBe(times)
    expect(step.value).toEqual(treeOf(leaves))
  },
)

test('T15: the check names its reason: below zero, another tree, or another total', async () => {
  const [leaf] = leavesOf([100n])
  if (leaf === undefined) throw new Error('one leaf was made')
  const root = { minor: 100n, hash: sha256(liabilityLeafText(leaf)) }
  expect(await checkSumPath(leaf, [], root, later)).toBe('included')
  expect(await checkSumPath(leaf, [], { ...root, minor: 99n }, later)).toBe('otherTotal')
  expect(await checkSumPath(leaf, [], { ...root, hash: sha256('other') }, later)).toBe('otherRoot')
  const none = { ...leaf, minor: 0n }
  const empty = { minor: 0n, hash: sha256(liabilityLeafText(none)) }
  expect(await checkSumPath(none, [], empty, later)).toBe('included')
  const below = { ...leaf, minor: -1n }
  const own = { minor: -1n, hash: sha256(liabilityLeafText(below)) }
  expect(await checkSumPath(below, [], own, later)).toBe('negative')
  expect(() => buildSumTree([own], sha256)).toThrow('a liability is never negative')
})

test('I11.20: an address that is listed again is found: in any case where case means nothing, and on its own network only', () => {
  const at = (network: string | null, address: string | null, name = '') => ({ network, address, name })
  const found = (...places: ReturnType<typeof at>[]) => repeatedPlaces(places).map(({ name }) => name)
  expect(found(at('ERC20', '0xAb'), at('ERC20', '0xaB', 'again'), at('ERC20', '0XAB', 'more'))).toEqual([
    'again',
    'more',
  ])
  expect(found(at('BTC', 'bc1qx'), at('BTC', 'BC1QX', 'again'), at('BTC', 'tb1qx', 'test'))).toEqual([
    'again',
  ])
  expect(found(at('BTC', 'tb1qx'), at('BTC', 'TB1QX', 'again'))).toEqual(['again'])
  // Base 58 tells the cases apart, whatever stands inside.
  expect(found(at('BTC', '1bc1a'), at('BTC', '1bc1A', 'other'), at('BTC', '1bc1a', 'same'))).toEqual(['same'])
  expect(found(at('ERC20', '0xab'), at('ETH', '0xab', 'other'))).toEqual([])
  expect(
    found(at('BTC', null), at('BTC', null, 'b'), at(null, 'x'), at(null, 'x', 'd'), at(null, null, 'e')),
  ).toEqual([])
})
