import { expect, it } from 'vitest'
import { activate, usualWorkspace } from '../workspace.ts'
import {
  applyPreset,
  mostOwn,
  type OwnWorkspace,
  readOwn,
  renameOwn,
  restoreOwn,
  saveOwn,
} from './presets.ts'

const own = (...names: readonly string[]): readonly OwnWorkspace[] =>
  names.map((name) => ({ id: `id of ${name}`, name, workspace: usualWorkspace }))
const names = (saved: readonly OwnWorkspace[] | string) =>
  typeof saved === 'string' ? saved : saved.map(({ name }) => name)

it('I15.7d: presets place charts and panels, and keep the markets', () => {
  const slots = usualWorkspace.slots.map((slot, at) => ({ ...slot, code: `M${at}` }))
  const four = activate({ ...usualWorkspace, arrangement: 'four', slots }, 2)
  const charts = applyPreset(four, 'charts')
  expect([charts.arrangement, charts.listShown, charts.ticketShown]).toEqual(['four', false, true])
  expect(charts.slots).toEqual(slots)
  const watch = applyPreset(four, 'watch')
  expect([watch.arrangement, watch.listShown, watch.ticketShown]).toEqual(['one', true, false])
  expect(watch.slots[0]?.code).toBe('M2')
  expect(applyPreset(usualWorkspace, 'trade')).toEqual(usualWorkspace)
  expect(applyPreset(usualWorkspace, 'book')).toEqual({ ...usualWorkspace, bookShown: true })
})

it('I15.7d: a workspace is saved under a name, replaces the one that has it, and there are at most five', () => {
  const [saved] = own(' Crypto ')
  if (saved === undefined) throw new Error('no workspace')
  expect(names(saveOwn(own('Forex'), saved))).toEqual(['Forex', 'Crypto'])
  const changed = { ...usualWorkspace, listShown: false }
  expect(saveOwn(own('Crypto'), { ...saved, workspace: changed })).toEqual([
    { ...own('Crypto')[0], workspace: changed },
  ])
  expect(saveOwn([], { ...saved, name: '  ' })).toBe('nameMissing')
  const full = own(...Array.from({ length: mostOwn }, (_, at) => `W${at}`))
  expect(saveOwn(full, saved)).toBe('full')
  expect(restoreOwn(full, saved, 0)).toBe(full)
})

it('I15.7d: a workspace is renamed, unless the name is empty or taken, and a deleted one comes back to its place', () => {
  const both = own('Crypto', 'Forex')
  expect(names(renameOwn(both, 'id of Forex', ' Majors '))).toEqual(['Crypto', 'Majors'])
  expect(renameOwn(both, 'id of Forex', 'Crypto')).toBe(both)
  expect(renameOwn(both, 'id of Forex', ' ')).toBe(both)
  const [deleted, ...left] = both
  if (deleted === undefined) throw new Error('no workspace')
  expect(names(restoreOwn(left, deleted, 0))).toEqual(['Crypto', 'Forex'])
})

it('I15.7d: stored workspaces are read; what is none is left out', () => {
  expect(readOwn(JSON.parse(JSON.stringify(own('Crypto'))))).toEqual(own('Crypto'))
  expect(readOwn([null, { id: 1 }, { id: 'x', name: ' ' }])).toEqual([])
  expect(readOwn('nothing')).toEqual([])
})
