import type { nftCalls } from '@candor/contract'
import { addressNetworkOf, type FundingNetwork } from '@candor/rules'
import { translator } from '@candor/texts/server.ts'
import type { FastifyInstance } from 'fastify'
import type { OpsHandlers } from '../back-office/operators/ops-handlers.ts'
import { type BackOffice, defineModule, type ServerContext } from '../module.ts'
import type { Bus } from '../platform/bus/bus.ts'
import type { DrawingPool } from '../platform/files/drawing/drawing-pool.ts'
import { imageKindOf } from '../platform/files/image-kind.ts'
import type { HandlersOf } from '../platform/http/handlers.ts'
import type { ArtworkHub } from '../platform/websocket/artwork-hub.ts'
import {
  cancelTransfer,
  readTransfer,
  sendTransfer,
  showCharity,
  type TransferDeps,
  transferProposals,
} from './charity-transfers.ts'
import { endSales } from './end-sales.ts'
import type { NftDeps } from './nft-deps.ts'
import { nftHouseAccounts } from './nft-postings.ts'
import type { DrawPicture } from './pictures.ts'
import { nftHandlers } from './routes.ts'
import { addSampleWorks } from './sample/sample-works.ts'
import { serveArt } from './serve-art.ts'
import { worksOps } from './works-ops.ts'

export interface NftPorts extends Pick<NftDeps, 'customerOf'> {
  readonly bus: Bus
  readonly drawing: DrawingPool
  /** Null where sockets are another process's. */
  readonly hub: ArtworkHub | null
  /** Called when an artwork changed, before its viewers are notified. */
  readonly changed: () => void
  /** Returns the canonical form of an address that this installation pays to; null: none. */
  readonly readAddress: (network: FundingNetwork, text: string) => string | null
}

/** Artworks and the charity's account. */
export const nftModule = defineModule({
  name: 'nft',
  accounts: nftHouseAccounts,
  open: async (context: ServerContext, ports: NftPorts) => {
    const { bus, hub, changed, customerOf, readAddress } = ports
    await bus.on('artwork', (message) => {
      changed()
      hub?.publish(message)
    })
    const deps: NftDeps = {
      ...context,
      customerOf,
      text: translator,
      readAddress: (chain, text) => readAddress(addressNetworkOf(chain), text),
      tell: (change) => {
        const message = { type: 'artwork', at: context.clock.now(), data: change } as const
        changed()
        hub?.publish(message)
        bus.publish('artwork', message)
      },
    }
    if (context.sandbox) await addSampleWorks(deps)
    return {
      handlers: nftHandlers(deps) satisfies HandlersOf<typeof nftCalls>,
      backOffice: nftBackOffice(context, deps, ports),
      jobs: [{ name: 'end-sales', everyMs: 1_000, alsoAtStart: true, run: () => endSales(deps) }],
      pages: (app: FastifyInstance) => serveArt(app, context),
    }
  },
})

function nftBackOffice(
  { console }: ServerContext,
  deps: NftDeps,
  { drawing, readAddress }: NftPorts,
): BackOffice {
  const { audit } = console
  const transfers: TransferDeps = { ...deps, audit, readPayee: readAddress }
  const handlers: OpsHandlers = {
    ...worksOps({ ...deps, audit, draw: drawPictures(drawing) }),
    opsCharity: () => showCharity(transfers),
    opsProposeCharityTransfer: async (input, operator) => {
      const payload = readTransfer(transfers, input)
      const { id } = await console.propose({ kind: 'nft.transfer', payload, reason: input.reason }, operator)
      return { id }
    },
    opsSendCharityTransfer: (input, operator) => sendTransfer(transfers, input, operator),
    opsCancelCharityTransfer: (input, operator) => cancelTransfer(transfers, input, operator),
  }
  return { handlers, proposals: [transferProposals(transfers)] }
}

const leastSide = 200
const mostBytes = 2 * 1024 * 1024

/** Re-encodes a work's picture as customers' pictures are, by the same process and the same rules. */
const drawPictures =
  (drawing: DrawingPool): DrawPicture =>
  async (bytes, longestSide) => {
    if (bytes.length > mostBytes) return { ok: false, reason: 'size' }
    const kind = imageKindOf(bytes)
    if (kind === null) return { ok: false, reason: 'format' }
    return drawing.draw({ kind, bytes, keep: 'jpeg', leastSide, longestSide }, 'operators')
  }
