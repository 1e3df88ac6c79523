import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { beforeAll, expect, test } from 'vitest'
import { buildDashboard } from './build-dashboard.ts'
import { rows } from './rows.ts'

interface ShownPanel {
  readonly type: 'row' | 'stat' | 'timeseries'
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly options: unknown
  readonly fieldConfig?: { readonly defaults: { readonly custom?: unknown } }
  readonly targets: readonly unknown[]
}
interface Dashboard {
  readonly panels: readonly ShownPanel[]
}

const stored = readFileSync(join(import.meta.dirname, '../../deploy/grafana/candor.json'), 'utf8')
const dashboard: Dashboard = JSON.parse(stored)
const shown = dashboard.panels.filter(({ type }) => type !== 'row')
// Keywords of its own (`discriminator`) and formats are not judged.
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })

beforeAll(() => {
  for (const name of ['dashboard', 'stat', 'timeseries', 'prometheus'])
    ajv.addSchema(
      JSON.parse(readFileSync(join(import.meta.dirname, `schema/${name}.jsonschema.json`), 'utf8')),
      name,
    )
})

/** Returns what a schema finds wrong. */
function faultsOf(schema: string, value: unknown): readonly string[] {
  ajv.validate(schema, value)
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

test('I16.16: the dashboard’s file is what `npm run dashboard` writes', () => {
  expect(stored).toBe(`${JSON.stringify(buildDashboard(rows), null, 2)}\n`)
})

test('I16.16: the dashboard, each panel’s options and each query follow Grafana’s schemas', () => {
  expect(faultsOf('dashboard', dashboard)).toEqual([])
  for (const { type, options, fieldConfig, targets } of shown) {
    expect(faultsOf(`${type}#/definitions/Options`, options)).toEqual([])
    if (type === 'timeseries')
      expect(faultsOf('timeseries#/definitions/FieldConfig', fieldConfig?.defaults.custom)).toEqual([])
    expect(targets.length).toBeGreaterThan(0)
    expect(targets.flatMap((target) => faultsOf('prometheus', target))).toEqual([])
  }
  expect(shown.length).toBe(rows.reduce((sum, { panels }) => sum + panels.length, 0))
})

test('I16.16: a dashboard that Grafana would not take is found', () => {
  expect(faultsOf('dashboard', { ...dashboard, refresh: 60 })).not.toEqual([])
  expect(faultsOf('dashboard', { ...dashboard, colour: 'red' })).not.toEqual([])
  expect(faultsOf('stat#/definitions/Options', { graphMode: 'pie' })).not.toEqual([])
  expect(faultsOf('prometheus', { expr: 5, refId: 'A' })).not.toEqual([])
})

test('I16.16: panels have names, fit the width and lie on no other one', () => {
  for (const { title, gridPos } of shown) {
    expect(title).not.toBe('')
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
  }
  const overlap = (a: ShownPanel['gridPos'], b: ShownPanel['gridPos']) =>
    a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
  const places = dashboard.panels.map(({ gridPos }) => gridPos)
  expect(places.filter((place) => places.some((other) => other !== place && overlap(place, other)))).toEqual(
    [],
  )
})
