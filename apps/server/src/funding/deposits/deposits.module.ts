import type { fundingCalls } from '@candor/contract'
import { Amount, assetCodes } from '@candor/money'
import { translator } from '@candor/texts/server.ts'
import type { OpsHandlers } from '../../back-office/operators/ops-handlers.ts'
import { type AccountRef, house } from '../../ledger/ledger.ts'
import { type BackOffice, defineModule, type ServerContext } from '../../module.ts'
import type { Config } from '../../platform/config.ts'
import type { Files } from '../../platform/files/files.ts'
import type { HandlersOf } from '../../platform/http/handlers.ts'
import type { Chains } from '../chain/chain.ts'
import { fundingHandlers } from '../routes.ts'
import { type PricesOfCoins, valueInUsdt } from '../value-in-usdt.ts'
import { hasPendingDeposit } from './deposit-store.ts'
import { lookAtChain } from './look-at-chain.ts'
import { addressProposals, listPaymentAddresses } from './payment-addresses.ts'
import { newestReversals } from './reversals-store.ts'
import {
  closeClaimKind,
  creditedDeposit,
  owedClaim,
  type ReversalDeps,
  reversalKind,
} from './reverse-deposit.ts'
import { depositCases, type ReviewDeps } from './review-deposit.ts'

type ChainConfig = Pick<Config, 'evmRpcUrl' | 'evmUsdtAddress' | 'esploraUrl' | 'sandbox'>

export interface DepositsPorts
  extends Pick<ReviewDeps, 'customerOf' | 'isVerified'>,
    Pick<ReversalDeps, 'userNameOf'> {
  readonly config: ChainConfig
  readonly board: PricesOfCoins
  readonly files: Files
}

const lookEveryMs = 5_000
const mainChainId = 1

/** Counterparty of deposits, in every coin. */
export const worldAccounts: readonly AccountRef[] = assetCodes.map((asset) => ({
  class: 'world',
  owner: house,
  asset,
}))

/** Deposits: their calls, their queue, where they are paid to, the job that looks at the chains, and their reversal. */
export const depositsModule = defineModule({
  name: 'funding',
  accounts: worldAccounts,
  open: async (context: ServerContext, ports: DepositsPorts) => {
    const { config, board, files, userNameOf, ...rest } = ports
    const deps: ReviewDeps = {
      ...context,
      ...rest,
      chains: await openChains(config),
      valueInUsdt: (coin, minor) => valueInUsdt(board, coin, minor),
      readFile: (fileId) => files.read(fileId),
      claimProof: (tx, userId, fileId) => files.claim(tx, { userId, fileId, purpose: 'deposit' }, 'proof'),
    }
    const english = translator('en')
    const reversals = reversalsBackOffice(context, {
      ...context,
      userNameOf,
      reasonText: (why) => english(`mail.depositReversed.${why}`),
    })
    return {
      handlers: fundingHandlers(deps) satisfies HandlersOf<typeof fundingCalls>,
      backOffice: {
        cases: [depositCases(deps)],
        proposals: [addressProposals(deps), ...(reversals.proposals ?? [])],
        handlers: {
          ...reversals.handlers,
          opsPaymentAddresses: () => listPaymentAddresses(deps),
          opsProposePaymentAddress: ({ network, target, reason }, operator) =>
            context.console.propose(
              { kind: 'funding.address', payload: { network, target }, reason },
              operator,
            ),
        },
      },
      jobs: [{ name: 'look-at-chain', everyMs: lookEveryMs, run: () => lookAtChain(deps) }],
      closureBlockers: async (tx, userId) => ((await hasPendingDeposit(tx, userId)) ? ['deposits'] : []),
      chains: deps.chains,
      valueInUsdt: deps.valueInUsdt,
    }
  },
})

/** Reversals of deposits credited in error, and what is still owed of them. */
function reversalsBackOffice({ db, console }: ServerContext, deps: ReversalDeps): BackOffice {
  const [reversal, closing] = [reversalKind(deps), closeClaimKind(deps)]
  const handlers: OpsHandlers = {
    opsReversals: () => newestReversals(db.query),
    opsReverseDeposit: async ({ reason, depositId, why }, operator) => {
      const { user_id: userId, coin, credited } = await creditedDeposit(db.query, depositId)
      const payload = { depositId, why, userId, coin, amount: new Amount(coin, credited).toString() }
      return console.propose({ kind: reversal.kind, payload, reason }, operator)
    },
    opsCloseClaim: async ({ id, outcome, reason }, operator) => {
      await owedClaim(db.query, id)
      return console.propose({ kind: closing.kind, payload: { depositId: id, outcome }, reason }, operator)
    },
  }
  return { handlers, proposals: [reversal, closing] }
}

/** The nodes this installation was given. Their client is loaded only where there is one. */
async function openChains({ evmRpcUrl, evmUsdtAddress, esploraUrl, sandbox }: ChainConfig): Promise<Chains> {
  const chainId = sandbox ? null : mainChainId
  const { EthereumChain } = evmRpcUrl === null ? {} : await import('../chain/ethereum.ts')
  const { BitcoinChain } = esploraUrl === null ? {} : await import('../chain/bitcoin.ts')
  return {
    ...(evmRpcUrl === null || EthereumChain === undefined
      ? {}
      : { ethereum: new EthereumChain({ rpcUrl: evmRpcUrl, usdtAddress: evmUsdtAddress, chainId }) }),
    ...(esploraUrl === null || BitcoinChain === undefined
      ? {}
      : { bitcoin: new BitcoinChain({ esploraUrl, mainOnly: !sandbox }) }),
  }
}
