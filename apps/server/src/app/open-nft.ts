import { addressNetworkOf, type FundingNetwork, type NftChain } from '@candor/rules'
import { translator } from '@candor/texts/server.ts'
import type { FastifyInstance } from 'fastify'
import type { Console } from '../back-office/operators/console.ts'
import type { Parameters } from '../back-office/parameters/parameters.ts'
import { readAddress } from '../funding/chain/address.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SpendOnce } from '../ledger/spend-once.ts'
import {
  cancelTransfer,
  readTransfer,
  sendTransfer,
  showCharity,
  type TransferDeps,
  transferProposals,
} from '../nft/charity-transfers.ts'
import { endSales } from '../nft/end-sales.ts'
import type { NftDeps } from '../nft/nft-deps.ts'
import { nftHouseAccounts } from '../nft/nft-postings.ts'
import type { DrawPicture } from '../nft/pictures.ts'
import { nftHandlers } from '../nft/routes.ts'
import { addSampleWorks } from '../nft/sample/sample-works.ts'
import { serveArt } from '../nft/serve-art.ts'
import { worksOps } from '../nft/works-ops.ts'
import type { Bus } from '../platform/bus/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { DrawingRoom } from '../platform/files/drawing/drawing-room.ts'
import { imageKindOf } from '../platform/files/image-kind.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import type { Job } from '../platform/jobs/timetable.ts'
import type { AccountEvents } from '../platform/websocket/account-events.ts'
import type { ArtworkHub } from '../platform/websocket/artwork-hub.ts'
import { roomNotices } from './room-notices.ts'

export interface NftParts {
  readonly db: Database
  readonly clock: Clock
  readonly ledger: Ledger
  readonly bus: Bus
  readonly events: AccountEvents
  readonly spendOnce: SpendOnce
  readonly parameters: Parameters
  readonly customerOf: (userId: string) => Promise<{ readonly frozen: boolean }>
  readonly console: Console
  readonly drawing: DrawingRoom
  /** Null where sockets are another process's. */
  readonly hub: ArtworkHub | null
  /** Called when an artwork changed, before its viewers are notified. */
  readonly changed: () => void
  readonly sandbox: boolean
  readonly log: { error(details: object, message: string): void }
  readonly newId: () => string
  /** This process ends what is due, from its start on. */
  readonly ends: boolean
}

const second = 1_000

/** Artworks and the charity's account: what ended while the server was down is settled before it opens its doors. */
export async function openNft(parts: NftParts): Promise<{
  readonly handlers: Handlers
  readonly jobs: readonly Job[]
  readonly pages: (app: FastifyInstance) => void
}> {
  const { bus, hub, changed, ledger, sandbox, log } = parts
  await bus.on('artwork', (message) => {
    changed()
    hub?.publish(message)
  })
  const deps: NftDeps = {
    ...parts,
    text: translator,
    notices: roomNotices(parts),
    readAddress: (chain, text) => addressOn(sandbox, chain, text),
    tell: (change) => {
      const message = { type: 'artwork', at: parts.clock.now(), data: change } as const
      changed()
      hub?.publish(message)
      bus.publish('artwork', message)
    },
  }
  await ledger.open(nftHouseAccounts)
  if (sandbox) await addSampleWorks(deps)
  const end = () => endSales(deps)
  if (parts.ends) await end().catch((err: unknown) => log.error({ err }, 'sales could not be ended at start'))
  openNftOps(parts, deps)
  return {
    handlers: nftHandlers(deps),
    jobs: [{ name: 'end-sales', everyMs: second, run: end }],
    pages: (app) => serveArt(app, parts),
  }
}

/** The one writing of an address on this chain, which a sandbox takes of a test net too; null: none of it. */
export const addressOn = (sandbox: boolean, chain: NftChain, text: string): string | null =>
  addressOf(sandbox, addressNetworkOf(chain), text)

function addressOf(sandbox: boolean, network: FundingNetwork, text: string): string | null {
  const read = readAddress(network, text)
  return read === null || (read.world === 'test' && !sandbox) ? null : read.address
}

function openNftOps({ console, drawing, sandbox }: NftParts, deps: NftDeps): void {
  const { audit } = console
  const transfers: TransferDeps = {
    ...deps,
    audit,
    readPayee: (network, text) => addressOf(sandbox, network, text),
  }
  console.registerProposalKind(transferProposals(transfers))
  console.handle({
    ...worksOps({ ...deps, audit, draw: drawPictures(drawing) }),
    opsCharity: () => showCharity(transfers),
    opsProposeCharityTransfer: async (input, operator) => {
      const payload = readTransfer(transfers, input)
      const { id } = await console.propose({ kind: 'nft.transfer', payload, reason: input.reason }, operator)
      return { id }
    },
    opsSendCharityTransfer: (input, operator) => sendTransfer(transfers, input, operator),
    opsCancelCharityTransfer: (input, operator) => cancelTransfer(transfers, input, operator),
  })
}

const leastSide = 200
const mostBytes = 2 * 1024 * 1024

/** Re-encodes a work's picture as customers' pictures are, by the same process and the same rules. */
const drawPictures =
  (drawing: DrawingRoom): DrawPicture =>
  async (bytes, longestSide) => {
    if (bytes.length > mostBytes) return { ok: false, reason: 'size' }
    const kind = imageKindOf(bytes)
    if (kind === null) return { ok: false, reason: 'format' }
    return drawing.draw({ kind, bytes, keep: 'jpeg', leastSide, longestSide }, 'operators')
  }
