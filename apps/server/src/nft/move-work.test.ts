import { type WorkState, workMoves, workStates } from '@candor/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NftFixture, openNftFixture } from './nft-fixture.ts'
import { changeWork } from './nft-store.ts'

let fixture: NftFixture
beforeAll(async () => {
  fixture = await openNftFixture()
})
afterAll(() => fixture.dispose())

test('I13.2: a work moves by the table of the rules, and any other move stops before the database', async () => {
  const { id } = await fixture.db.query
    .selectFrom('nft_works')
    .select('id')
    .where('state', '=', 'offered')
    .where('bid_count', '=', 0)
    .limit(1)
    .executeTakeFirstOrThrow()
  const move = (state: WorkState) => fixture.ledger.transaction((tx) => changeWork(tx, id, { state }))
  for (const from of ['offered', 'withdrawn', 'offered', 'unsold'] as const) {
    expect((await move(from)).state).toBe(from)
    for (const wrong of workStates.filter((state) => state !== from && !workMoves[from].includes(state)))
      await expect(move(wrong)).rejects.toThrow(`a work cannot become ${wrong}: ${id}`)
  }
})
