import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  buildSumTree,
  checkSumPath,
  type LiabilityLeaf,
  liabilityLeafText,
  type SumStep,
  sumPathPlaces,
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
