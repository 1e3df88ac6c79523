import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { openReceiptSigner, type ReceiptSigner } from '../receipts/receipt-keys.ts'
import { checkLiabilities } from './check-liabilities.ts'
import { type LiabilitiesSource, publishLiabilities } from './publish-liabilities.ts'

let db: TestDatabase
let folder: string
let signer: ReceiptSigner
beforeAll(async () => {
  db = await freshDatabase()
  folder = mkdtempSync(join(tmpdir(), 'candor-liabilities-'))
  signer = openReceiptSigner(folder)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await db.dispose()
})

const customers = 6_000
const at = Date.parse('2026-11-20T00:00:01Z')

const owedByMany = () => {
  const owed = Array.from({ length: customers }, (_, n) => ({
    userId: randomUUID(),
    asset: 'USDT' as const,
    minor: BigInt(n + 1),
    inPlans: 0n,
  }))
  return { owed, ledger: new Map([['USDT' as const, owed.reduce((sum, { minor }) => sum + minor, 0n)]]) }
}

test('I11.11: while the trees of many customers are built the event loop goes on turning, and they are the trees that check', async () => {
  let turns = 0
  let running = true
  const turn = () => {
    turns += 1
    if (running) setImmediate(turn)
  }
  let before = 0
  let during = 0
  const source: LiabilitiesSource = {
    owed: async () => owedByMany(),
    held: async () => {
      before = turns
      return []
    },
  }
  // Signed once every tree is built, and nothing but their building lies between.
  const sign: ReceiptSigner['sign'] = (document) => {
    during = turns - before
    return signer.sign(document)
  }
  setImmediate(turn)
  try {
    const proof = await publishLiabilities({ db, clock: { now: () => at } }, sign, source)
    expect(proof?.document.assets.find(({ asset }) => asset === 'USDT')).toMatchObject({ customers })
  } finally {
    running = false
  }
  // Shuffled, salted and hashed, then as many nodes again: 500 at most between two turns.
  expect(during).toBeGreaterThanOrEqual((3 * customers) / 500 - 3)
  expect(
    (await checkLiabilities(db, { keys: signer.keySet, checkSignature: () => 'other' }, [])).findings,
  ).toEqual([])
})
