import type { SavedChart, SavedDrawing, SavedIndicator } from '@candor/contract'
import { savedChartLimits } from '@candor/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { chartWithText } from '../testing/test-charts.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

test('I15.6: a chart is kept per account and market; the last save counts, and no other market changes', async () => {
  const [{ token }, other] = [await app.signUp(), await app.signUp()]
  const save = (code: string, text: string) =>
    app.call('saveChart', { code, chart: chartWithText(text) }, { token })
  expect((await save('BTCUSDT', 'first')).code).toBe(200)
  expect((await save('EURUSD', 'another device')).code).toBe(200)
  expect((await save('BTCUSDT', 'second')).code).toBe(200)
  const charts = async (input: object, whose = token) =>
    (await app.call('listCharts', input, { token: whose })).result
  expect(await charts({ code: 'BTCUSDT' })).toEqual([
    { code: 'BTCUSDT', chart: chartWithText('second'), savedAt: expect.stringMatching(/Z$/) },
  ])
  expect(await charts({})).toMatchObject([
    { code: 'BTCUSDT' },
    { code: 'EURUSD', chart: chartWithText('another device') },
  ])
  expect(await charts({}, other.token)).toEqual([])
  expect((await save('NOSUCH', 'x')).code).toBe(11004)
  expect((await app.call('listCharts', { code: 'NOSUCH' }, { token })).code).toBe(11004)
})

test('I15.6m: hidden trades stay hidden in that market', async () => {
  const { token } = await app.signUp()
  const chart = { ...chartWithText('hidden'), tradesHidden: true }
  expect((await app.call('saveChart', { code: 'BTCUSDT', chart }, { token })).code).toBe(200)
  expect((await app.call('listCharts', {}, { token })).result).toMatchObject([{ code: 'BTCUSDT', chart }])
})

test('I15.14c: the market that a chart is compared with is kept; what is no code is refused', async () => {
  const { token } = await app.signUp()
  const save = (compare: string) => {
    const chart = { ...chartWithText('compared'), compare }
    return app.call('saveChart', { code: 'BTCUSDT', chart }, { token })
  }
  expect((await save('<b>')).code).toBe(11001)
  expect((await save('ETHUSDT')).code).toBe(200)
  expect((await app.call('listCharts', {}, { token })).result).toMatchObject([
    { code: 'BTCUSDT', chart: { compare: 'ETHUSDT' } },
  ])
})

test('I15.6a: a saved chart is bounded; the largest one fits a request', async () => {
  const { token } = await app.signUp()
  const save = (chart: SavedChart) => app.call('saveChart', { code: 'BTCUSDT', chart }, { token })
  const { drawings, pointsOfDrawing, textLength, indicators, inputsOfIndicator, lineWidth } = savedChartLimits
  const point = { at: 1_795_000_000_000, price: -123_456_789.012_345_67 }
  const drawing: SavedDrawing = {
    id: 'x'.repeat(24),
    tool: 'fibRetracement',
    color: 'vermilion',
    width: lineWidth,
    locked: false,
    points: Array.from({ length: pointsOfDrawing }, () => point),
    text: '線'.repeat(textLength),
  }
  const indicator: SavedIndicator = {
    name: 'x'.repeat(20),
    inputs: Array.from({ length: inputsOfIndicator }, () => 9_999.5),
    colors: Array.from({ length: savedChartLimits.linesOfIndicator }, () => 'vermilion'),
  }
  const largest: SavedChart = {
    ...chartWithText(''),
    timeZone: 'America/Argentina/ComodRivadavia',
    drawings: Array.from({ length: drawings }, () => drawing),
    indicators: Array.from({ length: indicators }, () => indicator),
  }
  expect((await save(largest)).code).toBe(200)
  const stored = await app.call('listCharts', { code: 'BTCUSDT' }, { token })
  expect(stored.result).toMatchObject([{ chart: largest }])
  const beyond: SavedChart[] = [
    { ...largest, drawings: [...largest.drawings, drawing] },
    { ...largest, indicators: [...largest.indicators, indicator] },
    { ...largest, drawings: [{ ...drawing, text: `${drawing.text}線` }] },
    { ...largest, drawings: [{ ...drawing, points: [...drawing.points, point] }] },
    { ...largest, drawings: [{ ...drawing, width: lineWidth + 1 }] },
    { ...largest, drawings: [{ ...drawing, width: 0 }] },
    { ...largest, drawings: [{ ...drawing, id: `${drawing.id}x` }] },
    { ...largest, drawings: [{ ...drawing, points: [] }] },
    { ...largest, drawings: [{ ...drawing, points: [{ at: -1, price: 1 }] }] },
    { ...largest, drawings: [{ ...drawing, points: [{ at: 8_640_000_000_000_001, price: 1 }] }] },
    { ...largest, drawings: [{ ...drawing, points: [{ at: 0, price: 1_000_000_001 }] }] },
    { ...largest, drawings: [{ ...drawing, points: [{ at: 0, price: -1_000_000_001 }] }] },
    { ...largest, indicators: [{ ...indicator, name: `${indicator.name}x` }] },
    { ...largest, indicators: [{ ...indicator, name: 'a b' }] },
    { ...largest, indicators: [{ ...indicator, inputs: [...indicator.inputs, 1] }] },
    { ...largest, indicators: [{ ...indicator, inputs: [10_001] }] },
    { ...largest, indicators: [{ ...indicator, inputs: [-1] }] },
    { ...largest, indicators: [{ ...indicator, colors: [...indicator.colors, 'teal'] }] },
    { ...largest, timeZone: 'x'.repeat(65) },
    { ...largest, timeZone: '<x>' },
  ]
  for (const chart of beyond) expect([chart, (await save(chart)).code]).toEqual([chart, 11001])
})
