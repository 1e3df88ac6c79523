import { Gauge, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { readGauge } from './read-gauge.ts'

test('I16.16: a metric that cannot be read is named, and the others are served', async () => {
  const registry = new Registry()
  let isBroken = false
  new Gauge({ name: 'other', help: 'another metric', registers: [registry] }).set(7)
  readGauge(registry, {
    name: 'candor_test',
    help: 'a metric',
    labelNames: ['of'],
    read: async () => {
      if (isBroken) throw new Error('the database is away')
      return [{ labels: { of: 'a' }, value: 3 }]
    },
  })
  const first = await registry.metrics()
  expect(first).toContain('candor_test{of="a"} 3')
  expect(first).toContain('candor_metrics_unread{metric="candor_test"} 0')
  isBroken = true
  const second = await registry.metrics()
  expect(second).not.toContain('candor_test{of="a"}')
  expect(second).toContain('candor_metrics_unread{metric="candor_test"} 1')
  expect(second).toContain('other 7')
})

test('I16.16: a metric without labels whose value is not known has none, and no 0 that looks like one', async () => {
  const registry = new Registry()
  let values: number[] | null = []
  readGauge(registry, {
    name: 'candor_test',
    help: 'a metric',
    read: async () => {
      if (values === null) throw new Error('the database is away')
      return values.map((value) => ({ value }))
    },
  })
  const shown = async () => (await registry.getSingleMetricAsString('candor_test')).split('\n').slice(2)
  expect(await shown()).toEqual([])
  values = [5]
  expect(await shown()).toEqual(['candor_test 5'])
  values = null
  expect(await shown()).toEqual([])
})
