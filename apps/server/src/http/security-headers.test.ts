import fastify from 'fastify'
import { expect, test } from 'vitest'
import { addSecurityHeaders } from './security-headers.ts'

const paths = ['/', '/console/', '/swx/customer/index/statistics', '/ops/me', '/logos/BTC.svg']

test.each([true, false])(
  'I12.13: with https %s a browser that came over https is told to stay there, on every path',
  async (https) => {
    const app = fastify()
    addSecurityHeaders(app, { policy: "default-src 'none'", consolePolicy: '', https })
    for (const path of paths) {
      const { headers } = await app.inject(path)
      expect(headers['strict-transport-security']).toBe(https ? 'max-age=31536000' : undefined)
    }
  },
)
