import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import webPush from 'web-push'
import { BitcoinChain } from '../../funding/chain/bitcoin.ts'
import { EthereumChain } from '../../funding/chain/ethereum.ts'
import { binanceHistory } from '../../market-data/backfill/binance-history.ts'
import { requestPage } from '../../market-data/backfill/request-page.ts'
import { sendPush } from '../../notifications/send-push.ts'
import { SmsMessenger } from '../../platform/email/sms-messenger.ts'
import { S3Store } from '../../platform/files/s3-store.ts'
import { discover } from '../../platform/openid/openid-provider.ts'

/** A service that sends every request on to another address of this machine. */
const server = createServer((request, response) => {
  paths.push(request.url ?? '')
  const isSentOn = request.url?.startsWith('/elsewhere') === true
  if (isSentOn) response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  else response.writeHead(302, { location: '/elsewhere' }).end()
})
const paths: string[] = []
let url = ''

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(() => {
  paths.length = 0
})

const messages = { kind: 'code-login', to: '+4915112345678', subject: '', text: 'x', language: 'en' } as const
const browser = {
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
}
const words = { title: 'x', text: 'x', path: '/', tag: 'x' }
const day = 86_400_000

const requests: Readonly<Record<string, () => Promise<unknown>>> = {
  'text messages': () => new SmsMessenger({ url: `${url}/sms`, from: 'x' }).send(messages),
  'push services': () =>
    sendPush({ endpoint: `${url}/push`, ...browser }, words, {
      keys: webPush.generateVAPIDKeys(),
      contact: 'mailto:operator@candor.example',
    }),
  Bitcoin: () => new BitcoinChain({ esploraUrl: url, mainOnly: false }).transaction('0'.repeat(64)),
  Ethereum: () =>
    new EthereumChain({ rpcUrl: url, usdtAddress: `0x${'0'.repeat(40)}`, chainId: null }).transaction(
      `0x${'0'.repeat(64)}`,
    ),
  'stored files': () => new S3Store(url.replace('//', '//key:secret@')).get('x'),
  'past candles': () =>
    requestPage(
      binanceHistory(url),
      { symbol: 'BTCUSDT', interval: '1m', page: { from: 0, to: day } },
      new AbortController().signal,
    ),
  'sign-in providers': () => discover({ issuer: url, clientId: 'x', clientSecret: 'x' }),
}

const services = Object.keys(requests)

test.each(services)('ASVS 15.3.2: requests to %s follow no redirect', async (service) => {
  await requests[service]?.().catch(() => undefined)
  expect(paths.length).toBeGreaterThan(0)
  expect(paths).not.toContain('/elsewhere')
})

const sources = join(import.meta.dirname, '../..')
/** `candor verify` reads signed documents at an address that its user names; the page about the API has an example of a request. */
const others = ['cli/verify/published-quotes.ts', 'platform/http/pages/write-docs-page.ts']

test('ASVS 15.3.2: every request of the server is made without following a redirect', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/test|fixture|^simulator/.test(file),
  )
  const textOf = (file: string) => readFileSync(join(sources, file), 'utf8')
  const requesting = files.filter((file) => /\bfetch\(/.test(textOf(file)))
  const following = requesting.filter((file) => !/redirect: '(?:error|manual)'/.test(textOf(file)))
  expect(requesting.length).toBeGreaterThan(others.length)
  expect(following.sort()).toEqual(others)
})
