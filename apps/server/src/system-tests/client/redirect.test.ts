import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, NoResponse } from '@candor/client'
import { expect, onTestFinished, test } from 'vitest'

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('I15.13a: a redirect does not carry the key to another host', async () => {
  let reached = 0
  const other = await serve((_request, response) => {
    reached += 1
    response.end('{"code":200,"result":[],"message":null}')
  })
  const url = await serve((request, response) => {
    response.writeHead(307, { location: `${other}${request.url}` }).end()
  })
  const client = createClient({ url, apiKey: 'a key', retries: 0 })
  await expect(client.call('listWatchlist')).rejects.toBeInstanceOf(NoResponse)
  await expect(client.call('previewContract', {} as never)).rejects.toBeInstanceOf(NoResponse)
  expect(reached).toBe(0)
})
