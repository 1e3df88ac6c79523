import { createHash } from 'node:crypto'
import { buildSumTree, liabilityLeafText, sumPathPlaces } from '@candor/rules'
import { expect, test, vi } from 'vitest'
import { checkOwnPart, countedAt, coverOf, isVerified, type OwnLeaf, type Proof } from './check-own-part.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const date = '2026-02-03'
const people = [
  { customer: 'ana', minor: 1_500_000_000n, salt: 'a1' },
  { customer: 'ben', minor: 70_000_001n, salt: 'b2' },
  { customer: 'cleo', minor: 1n, salt: 'c3' },
]
const usdt = (minor: bigint) => `${minor / 1_000_000n}.${String(minor % 1_000_000n).padStart(6, '0')}`
const levels = buildSumTree(
  people.map((one) => ({
    minor: one.minor,
    hash: sha256(liabilityLeafText({ date, asset: 'USDT', ...one })),
  })),
  sha256,
)
const root = levels.at(-1)?.[0]
if (root === undefined) throw new Error('three people have a root')

const proof: Proof = {
  keyId: 'k',
  signature: 's',
  document: {
    kind: 'liabilities',
    date,
    at: `${date}T00:00:01.000Z`,
    previous: '0'.repeat(64),
    assets: [{ asset: 'USDT', root: root.hash, owed: usdt(root.minor), customers: 3, held: [] }],
  },
}
function leafOf(position: number): OwnLeaf {
  const one = people[position]
  if (one === undefined) throw new Error('no such person')
  const path = sumPathPlaces(people.length, position).map(({ level, position: at, side }) => {
    const node = levels[level]?.[at]
    if (node === undefined) throw new Error('no such node')
    return { side, amount: usdt(node.minor), hash: node.hash }
  })
  return {
    asset: 'USDT',
    customer: one.customer,
    amount: usdt(one.minor),
    inPlans: '0',
    salt: one.salt,
    path,
  }
}

test('T15: the browser follows each balance to the published sum with WebCrypto', async () => {
  for (const [at, { customer }] of people.entries())
    expect(await checkOwnPart(proof, leafOf(at), customer)).toBe('included')
})

test('T15: another amount, somebody else’s leaf and a number that is none are not included; without WebCrypto nothing is said', async () => {
  const leaf = leafOf(0)
  expect(await checkOwnPart(proof, { ...leaf, amount: '1499.999999' }, 'ana')).toBe('notIncluded')
  expect(await checkOwnPart(proof, leaf, 'ben')).toBe('notIncluded')
  expect(await checkOwnPart(proof, { ...leaf, amount: 'x' }, 'ana')).toBe('notIncluded')
  const faulty = leaf.path.map((step) => ({ ...step, amount: '1e3' }))
  expect(await checkOwnPart(proof, { ...leaf, path: faulty }, 'ana')).toBe('notIncluded')
  expect(await checkOwnPart({ ...proof, document: { ...proof.document, assets: [] } }, leaf, 'ana')).toBe(
    'notIncluded',
  )
  vi.stubGlobal('crypto', {})
  expect(await checkOwnPart(proof, leaf, 'ana')).toBe('unsupported')
  vi.unstubAllGlobals()
})

test('I11.20: what is held counts as the chain shows it where control was shown, else as stated and never more than the chain shows; the cover is rounded down', () => {
  const place = {
    name: 'x',
    network: null,
    address: null,
    stated: '100.000000',
    onChain: null,
    control: null,
    basis: 'stated' as const,
  }
  const part = { asset: 'USDT' as const, root: null, owed: '300.000000', customers: 1 }
  const control = { message: 'm', signature: 's', shownAt: '2026-11-22T00:00:00Z' }
  const seen = { ...place, onChain: '99.999999', control, basis: 'chain' as const }
  expect(coverOf({ ...part, held: [place, seen] })).toEqual({ held: '199.999999', percent: 66.66 })
  expect(coverOf({ ...part, owed: '0.000000', held: [] })).toEqual({ held: '0.000000', percent: null })

  const named = { ...seen, network: 'BTC' as const, address: 'bc1qsame' }
  const again = { ...named, name: 'y', address: 'BC1QSAME' }
  expect(coverOf({ ...part, held: [named, again] })).toEqual({ held: '99.999999', percent: 33.33 })

  const [full, poor] = ['5000.000000', '40.000000']
  expect(countedAt('USDT', { ...seen, onChain: full })).toBe(full)
  for (const unshown of [
    { ...seen, control: null },
    // As documents were before proof of control was required.
    { ...seen, control: undefined },
    { ...seen, basis: 'stated' as const },
  ]) {
    expect(isVerified(unshown)).toBe(false)
    expect(countedAt('USDT', { ...unshown, onChain: full })).toBe('100.000000')
    expect(countedAt('USDT', { ...unshown, onChain: poor })).toBe(poor)
  }
})
