import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { allMarkets } from '@candor/rules'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { viewOf } from '../../market-data/depth/depth-view.ts'
import { MemoryPriceBoard } from '../../market-data/price-board/memory-price-board.ts'
import { ManualClock, systemClock } from '../clock.ts'
import { routeUpgrades, type UpgradeHandler } from '../http/sockets/upgrades.ts'
import { AccountHub } from './account-hub.ts'
import { ArtworkHub } from './artwork-hub.ts'
import { DepthHub } from './depth-hub.ts'
import { PriceHub } from './price-hub.ts'

const pingMs = 60
interface Hub {
  readonly upgrade: UpgradeHandler
  readonly close: () => void
}

const hubs: Readonly<Record<string, () => Hub>> = {
  prices: () => {
    const board = new MemoryPriceBoard({ markets: allMarkets, clock: systemClock, firstSeq: 1 })
    return new PriceHub({ board, pingMs })
  },
  account: () => {
    const limits = { pingMs, helloMs: 60_000 }
    return new AccountHub({
      authenticate: () => 'ended',
      authenticateKey: async () => 'ended',
      clock: new ManualClock(0),
      mostOfUser: async () => 1,
      limits,
    })
  },
  artworks: () => new ArtworkHub(new ManualClock(0), pingMs),
  depth: () => {
    const depth = { watch: () => () => undefined, view: () => viewOf('none', null) }
    return new DepthHub({ depth, isMarket: () => true, pingMs })
  },
}

const names = Object.keys(hubs)

test.each(names)(
  'I12.5: %s: a client that answers no ping is disconnected, and one that does stays',
  async (name) => {
    // A machine that stalls between a ping and its pong is no silent client.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const hub = hubs[name]?.()
    if (hub === undefined) throw new Error(`no hub ${name}`)
    const server = createServer()
    routeUpgrades(
      server,
      { '/': (...given) => hub.upgrade(...given) },
      {
        places: { admit: async () => ({ address: '192.0.2.7', giveBack: () => undefined }) },
        publicUrl: null,
      },
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(async () => {
      hub.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    })
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const [silent, present] = [new WebSocket(url, { autoPong: false }), new WebSocket(url)]
    const gone = once(silent, 'close')
    await Promise.all([silent, present].map((socket) => once(socket, 'open')))
    const beat = async () => {
      const pinged = once(present, 'ping')
      vi.advanceTimersByTime(pingMs)
      await pinged
      // Answered after the hub has had the pong before it.
      present.ping()
      await once(present, 'pong')
    }
    await beat()
    expect(silent.readyState).toBe(WebSocket.OPEN)
    await beat()
    expect((await gone)[0]).toBe(1006)
    await beat()
    expect(present.readyState).toBe(WebSocket.OPEN)
  },
)
