import { expect, test } from 'vitest'
import { deviceName } from './device-name.ts'

const mozilla = 'Mozilla/5.0'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const devices: readonly (readonly [string, string])[] = [
  [
    `${mozilla} (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0`,
    'Firefox 131 · Windows',
  ],
  [`${mozilla} (X11; Linux x86_64) ${webkit} Chrome/129.0.0.0 Safari/537.36`, 'Chrome 129 · Linux'],
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/129.0.0.0 Safari/537.36 Edg/129.0.2`,
    'Edge 129 · Windows',
  ],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 14_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Safari/605.1.15`,
    'Safari 17 · macOS',
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1`,
    'Safari 17 · iPhone',
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/129.0 Mobile/15E148 Safari/604.1`,
    'Chrome 129 · iPhone',
  ],
  [
    `${mozilla} (Linux; Android 14; SM-S918B) ${webkit} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet 25 · Android',
  ],
  ['curl/8.5.0', 'curl 8.5.0'],
  ['node', 'node'],
  [' wget/1.24 (linux)', 'wget 1.24'],
  ['', '—'],
  ['<script>alert(1)</script>', '<script>alert'],
]
for (const [userAgent, name] of devices) {
  test(`a session's device is readable: ${name}`, () => expect(deviceName(userAgent)).toBe(name))
}
