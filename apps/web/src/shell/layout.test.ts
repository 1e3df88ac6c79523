import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let layoutFor: typeof import('./layout.ts').layoutFor
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
  layoutFor = (await import('./layout.ts')).layoutFor
})
afterAll(() => vi.unstubAllGlobals())

const agents = {
  android: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/147.0 Mobile Safari/537.36',
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
  windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/147.0 Safari/537.36',
}

test('specification §9: desktop unless the device is Android or iOS, or the window has no room for it', () => {
  expect(layoutFor('device', agents.android, false)).toBe('mobile')
  expect(layoutFor('device', agents.iPhone, false)).toBe('mobile')
  expect(layoutFor('device', agents.windows, false)).toBe('desktop')
  expect(layoutFor('device', agents.windows, true)).toBe('mobile')
})

test('a reader’s own choice of layout wins over the device', () => {
  expect(layoutFor('desktop', agents.android, true)).toBe('desktop')
  expect(layoutFor('mobile', agents.windows, false)).toBe('mobile')
})
