import { claimsOfKind } from './back-office/cases/claims-of-kind.ts'
import { tasksModule } from './back-office/tasks/tasks.module.ts'
import type { Identity } from './compose-accounts.ts'
import type { Common } from './compose-context.ts'
import { contentModule } from './content/content.module.ts'
import { newsModule } from './content/news/news.module.ts'
import { readPayoutAddress } from './funding/chain/address.ts'
import { loansModule } from './loans/loans.module.ts'
import { openArtworkViewers } from './nft/artwork-viewers.ts'
import { nftModule } from './nft/nft.module.ts'
import { notificationsModule } from './notifications/notifications.module.ts'
import { SharedResponses } from './platform/http/responses/shared-responses.ts'
import { ArtworkHub } from './platform/websocket/artwork-hub.ts'
import { savingsModule } from './savings/savings.module.ts'
import { smartModule } from './smart/smart.module.ts'
import { supportModule } from './support/support.module.ts'
import { rebatesModule } from './trading/fees/rebates.module.ts'
import { optionsModule } from './trading/options/options.module.ts'
import { ordersModule } from './trading/orders/orders.module.ts'

/** Opens the products other than trading, and the modules that notify customers about them. */
export async function composeProducts(common: Common, { files, drawing }: Identity) {
  const { base, modules, config, core, engineClient, direct, bus, serves } = common
  const { db, clock, funds, sandbox } = base
  const { customers, customerOf } = core
  const ownLimit: typeof engineClient.ownLimit = (userId, mode) => engineClient.ownLimit(userId, mode)
  await modules.open(ordersModule, {})
  await modules.open(optionsModule, {})
  await modules.open(smartModule, { customerOf, ownLimit })
  await modules.open(savingsModule, { customerOf, ownLimit })
  await modules.open(loansModule, {
    ...{ funds, customerOf: customers.byId },
    signatures: {
      claim: (tx, userId, fileId) => files.claim(tx, { userId, fileId, purpose: 'signature' }, 'signature'),
      read: (fileId) => files.read(fileId),
    },
  })
  await modules.open(rebatesModule, {})
  await modules.open(notificationsModule, { config, messenger: direct, readerOf: customers.byId })
  await modules.open(supportModule, {
    claims: claimsOfKind({ db, clock }, 'support'),
    customers,
    pictures: {
      claim: (tx, userId, fileId) => files.claim(tx, { userId, fileId, purpose: 'support' }, 'fileId'),
      read: (fileId) => files.read(fileId),
    },
  })
  await modules.open(tasksModule, { customerNames: customers.namesOf })
  await modules.open(contentModule, {})
  const news = await modules.open(newsModule, { outbound: common.outbound })
  const artworks = serves('live') ? new ArtworkHub(clock) : null
  const shared = new SharedResponses(clock)
  const changed = (): void => shared.forget(['listNft', 'getNftById', 'charityLedger'])
  await modules.open(nftModule, {
    ...{ customerOf, drawing },
    viewers: await openArtworkViewers({ bus, clock, hub: artworks, changed }),
    readAddress: (network, text) => readPayoutAddress(sandbox, network, text),
  })
  return { artworks, shared, news }
}
