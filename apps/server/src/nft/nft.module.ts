import { nftCalls, nftOps } from '@candor/contract'
import { type BackOfficeOf, defineModule, type ServerContext } from '../module.ts'
import {
  cancelTransfer,
  readTransfer,
  sendTransfer,
  showCharity,
  transferProposals,
  unsentTransfers,
} from './charity-transfers.ts'
import { endSales } from './end-sales.ts'
import type { NftPorts } from './nft-ports.ts'
import { nftHouseAccounts } from './nft-postings.ts'
import { nftHandlers } from './routes.ts'
import { addSampleWorks } from './sample/sample-works.ts'
import { serveArt } from './serve-art.ts'
import { worksOps } from './works-ops.ts'

/** Artworks and the charity's account. */
export const nftModule = defineModule({
  name: 'nft',
  calls: nftCalls,
  opsCalls: nftOps,
  export: [{ call: 'listMyNft', folder: 'real', list: 'receipts', document: 'nftCertificate' }],
  customerTables: {
    nft_works: { exported: ['listMyNft', 'nftCertificate'], erased: { retained: 'sales are in the books' } },
    nft_bids: {
      exported: ['listMyNft'],
      erased: { retained: 'an auction can be followed to its beginning' },
    },
  },
  accounts: nftHouseAccounts,
  open: async (context: ServerContext, ports: NftPorts) => {
    const opened = { ...context, ...ports }
    if (context.sandbox) await addSampleWorks(opened)
    return {
      handlers: nftHandlers(opened),
      backOffice: nftBackOffice(opened),
      jobs: [{ name: 'end-sales', everyMs: 1_000, alsoAtStart: true, run: () => endSales(opened) }],
      pages: (app, lines) => serveArt(app, context, lines),
    }
  },
})

function nftBackOffice(context: ServerContext & NftPorts): BackOfficeOf<typeof nftOps> {
  const { console } = context
  return {
    proposals: [transferProposals(context)],
    queues: [
      {
        page: 'charity',
        roles: nftOps.opsCharity.roles,
        waiting: (limit) => unsentTransfers(context, limit),
      },
    ],
    handlers: {
      ...worksOps(context),
      opsCharity: () => showCharity(context),
      opsProposeCharityTransfer: async (input, operator) => {
        const payload = readTransfer(context, input)
        const { id } = await console.propose(
          { kind: 'nft.transfer', payload, reason: input.reason },
          operator,
        )
        return { id }
      },
      opsSendCharityTransfer: (input, operator) => sendTransfer(context, input, operator),
      opsCancelCharityTransfer: (input, operator) => cancelTransfer(context, input, operator),
    },
  }
}
