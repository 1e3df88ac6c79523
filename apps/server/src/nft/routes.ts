import { FileResponse, type Handlers } from '../platform/http/handlers.ts'
import { keyed } from '../platform/http/idempotency/idempotency-context.ts'
import { readPage } from '../platform/http/pages.ts'
import { buyArtwork } from './buy-artwork.ts'
import { certificatePaper } from './certificate-paper.ts'
import { charityLedger } from './charity-ledger.ts'
import { listArtworks, showArtwork } from './list-artworks.ts'
import type { NftDeps } from './nft-deps.ts'
import { listOwnWorks, type OwnWork } from './nft-store.ts'
import { toOwnArtworkResponse } from './work-response.ts'

/** Handlers of this module's calls. */
export const nftHandlers = (deps: NftDeps) =>
  ({
    listNft: (input) => listArtworks(deps, input),
    getNftById: ({ id }) => showArtwork(deps, id),
    charityLedger: (page) => charityLedger(deps, page),
    buyNft: (input, caller, idempotency) => buyArtwork(deps, input, caller, keyed(idempotency)),
    listMyNft: async ({ id, mine, ...page }, { mode, userId }) => {
      // Artworks are bought with real money only: a demo account has none.
      if (mode === 'demo') return { items: [], nextCursor: null }
      const { rows, nextCursor } = await readPage(page, (before, limit) =>
        listOwnWorks(deps.db.query, { userId, id, mine, before, limit }),
      )
      const now = deps.clock.now()
      return { items: rows.map((row) => toOwnArtworkResponse(row, userId, ownBidOf(row), now)), nextCursor }
    },
    nftCertificate: async ({ id }, { userId, language }) => {
      const { name, pdf } = await certificatePaper(deps, id, userId, language)
      return new FileResponse('application/pdf', name, pdf)
    },
  }) satisfies Handlers

const ownBidOf = ({ my_bid, my_address }: OwnWork) =>
  my_bid === null || my_address === null ? null : { amount: my_bid, receiving_address: my_address }
