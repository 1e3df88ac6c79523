import type { ServerContext } from '../module.ts'
import { FileResponse, type Handlers } from '../platform/http/handlers.ts'
import { keyed } from '../platform/http/idempotency/idempotency-context.ts'
import { readPage } from '../platform/http/pages.ts'
import { buyArtwork } from './buy-artwork.ts'
import { certificatePaper } from './certificate-paper.ts'
import { charityLedger } from './charity-ledger.ts'
import { listArtworks, showArtwork } from './list-artworks.ts'
import type { NftPorts } from './nft-ports.ts'
import { listOwnWorks, type OwnWork } from './nft-store.ts'
import { toOwnArtworkResponse } from './work-response.ts'

/** Handlers of this module's calls. */
export const nftHandlers = (context: ServerContext & NftPorts) =>
  ({
    listNft: (input) => listArtworks(context, input),
    getNftById: ({ id }) => showArtwork(context, id),
    charityLedger: (page) => charityLedger(context, page),
    buyNft: (input, caller, idempotency) => buyArtwork(context, input, caller, keyed(idempotency)),
    listMyNft: async ({ id, mine, ...page }, { mode, userId }) => {
      // Artworks are bought with real money only: a demo account has none.
      if (mode === 'demo') return { items: [], nextCursor: null }
      const { rows, nextCursor } = await readPage(page, (before, limit) =>
        listOwnWorks(context.db.query, { userId, id, mine, before, limit }),
      )
      const now = context.clock.now()
      return { items: rows.map((row) => toOwnArtworkResponse(row, userId, ownBidOf(row), now)), nextCursor }
    },
    nftCertificate: async ({ id }, { userId, language }) => {
      const { name, pdf } = await certificatePaper(context, id, userId, language)
      return new FileResponse('application/pdf', name, pdf)
    },
  }) satisfies Handlers

const ownBidOf = ({ my_bid, my_address }: OwnWork) =>
  my_bid === null || my_address === null ? null : { amount: my_bid, receiving_address: my_address }
