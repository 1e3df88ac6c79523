import { randomUUID } from 'node:crypto'
import { mostWatchedMarkets, mostWatchlists } from '@candor/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

interface List {
  readonly id: string
  readonly name: string
  readonly codes: readonly string[]
}

async function customer(name: string) {
  const { token } = await app.signUp(name)
  return {
    save: (list: object) => app.call('saveWatchlist', list, { token }),
    remove: (id: string) => app.call('removeWatchlist', { id }, { token }),
    read: async () => resultOf<List[]>(await app.call('listWatchlists', {}, { token })),
    favourites: async () => resultOf<string[]>(await app.call('listWatchlist', {}, { token })),
  }
}

const listOf = (name: string, ...codes: string[]): List => ({ id: randomUUID(), name, codes })

test('I15.9e: a watchlist is created, changed, moved, deleted and saved again; the favourites are others', async () => {
  const ada = await customer('ada')
  const majors = listOf('Majors', 'BTCUSDT')
  const metals = listOf('Metals')
  await ada.save(majors)
  expect(await ada.save(metals)).toMatchObject({ code: 200, result: [majors, metals] })
  const renamed = { ...majors, name: 'Coins', codes: ['ETHUSDT', 'BTCUSDT', 'ETHUSDT'] }
  const coins = { ...renamed, codes: ['ETHUSDT', 'BTCUSDT'] }
  expect(await ada.save({ ...renamed, name: ' Coins ' })).toMatchObject({ result: [coins, metals] })
  expect(await ada.save({ ...metals, position: 0 })).toMatchObject({ result: [metals, coins] })
  expect(await ada.remove(metals.id)).toMatchObject({ code: 200, result: [coins] })
  expect(await ada.remove(metals.id)).toMatchObject({ code: 200, result: [coins] })
  expect(await ada.save({ ...metals, position: 0 })).toMatchObject({ result: [metals, coins] })
  expect(await ada.read()).toEqual([metals, coins])
  expect(await ada.favourites()).toEqual([])
})

test('I15.9e: nobody reads or changes the watchlist of another, even with its id', async () => {
  const [owner, other] = [await customer('grace'), await customer('mallory')]
  const list = listOf('Mine', 'AAPL')
  await owner.save(list)
  expect(await other.read()).toEqual([])
  await other.remove(list.id)
  await other.save({ ...list, name: 'Theirs', codes: [] })
  expect(await owner.read()).toEqual([list])
})

test('I15.9e: number, size and names of watchlists are bounded, and only markets are stored', async () => {
  const ada = await customer('bounds')
  const issue = (path: string, code?: string) => ({
    code: 11001,
    result: { issues: [{ path, ...(code === undefined ? {} : { code }) }] },
  })
  for (let at = 0; at < mostWatchlists; at++) await ada.save(listOf(`list ${at}`))
  expect(await ada.save(listOf('one more'))).toMatchObject(issue('id', 'too_many'))
  const [first] = await ada.read()
  const save = (change: object) => ada.save({ ...first, ...change })
  expect(await save({ codes: ['NOSUCH'] })).toMatchObject(issue('codes', 'unknown_market'))
  const many = Array.from({ length: mostWatchedMarkets + 1 }, () => 'BTCUSDT')
  expect(await save({ codes: many })).toMatchObject(issue('codes'))
  for (const name of ['', '   ', 'x'.repeat(41)]) expect(await save({ name })).toMatchObject(issue('name'))
  expect(await save({ position: mostWatchlists })).toMatchObject(issue('position'))
  expect(await save({ id: 'x' })).toMatchObject(issue('id'))
  expect(await ada.read()).toHaveLength(mostWatchlists)
})

test('I15.9e: a market that is no longer listed is left out of a watchlist', async () => {
  const { id: userId, token } = await app.signUp('delisted')
  const row = [userId, randomUUID(), ['AAPL', 'GONE', 'BTCUSDT']]
  await app.db.pool.query(
    `INSERT INTO markets_named_watchlists (user_id, id, name, codes, position) VALUES ($1, $2, 'Old', $3, 0)`,
    row,
  )
  const [list] = resultOf<List[]>(await app.call('listWatchlists', {}, { token }))
  expect(list?.codes).toEqual(['AAPL', 'BTCUSDT'])
})

test('I15.9e: changes on two devices at once are both kept', async () => {
  const ada = await customer('twice')
  const lists = Array.from({ length: 8 }, (_, at) => listOf(`list ${at}`, 'BTCUSDT'))
  await Promise.all(lists.map((list) => ada.save(list)))
  const names = (all: readonly List[]) => all.map(({ name }) => name).toSorted()
  expect(names(await ada.read())).toEqual(names(lists))
})
