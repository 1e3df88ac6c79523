import { assetCodes } from '@candor/money'
import type { Console } from '../back-office/operators/console.ts'
import type { Chains } from '../funding/chain/chain.ts'
import { lookAtChain } from '../funding/look-at-chain.ts'
import { addressProposals, listPaymentAddresses } from '../funding/payment-addresses.ts'
import { depositCases, type ReviewDeps } from '../funding/review-deposit.ts'
import { fundingHandlers } from '../funding/routes.ts'
import { type PricesOfCoins, valueInUsdt } from '../funding/value-in-usdt.ts'
import { house, type Ledger } from '../ledger/ledger.ts'
import type { Config } from '../platform/config.ts'
import type { Job } from '../platform/jobs/timetable.ts'

type ChainConfig = Pick<Config, 'evmRpcUrl' | 'evmUsdtAddress' | 'esploraUrl' | 'sandbox'>

export interface FundingParts extends Omit<ReviewDeps, 'chains' | 'valueInUsdt' | 'sandbox'> {
  readonly console: Console
  readonly config: ChainConfig
  readonly board: PricesOfCoins
}

const lookEveryMs = 5_000
const mainChainId = 1

/** Deposits: their calls, their queue, where they are paid to, and the job that looks at the chains. */
export async function openFunding({ config, board, console, ...parts }: FundingParts) {
  await openWorld(parts.ledger)
  const deps: ReviewDeps = {
    ...parts,
    sandbox: config.sandbox,
    chains: await openChains(config),
    valueInUsdt: (coin, minor) => valueInUsdt(board, coin, minor),
  }
  console.registerCaseKind(depositCases(deps))
  console.registerProposalKind(addressProposals(deps))
  console.handle({
    opsPaymentAddresses: () => listPaymentAddresses(deps),
    opsProposePaymentAddress: ({ network, target, reason }, operator) =>
      console.propose({ kind: 'funding.address', payload: { network, target }, reason }, operator),
  })
  const jobs: readonly Job[] = [{ name: 'look-at-chain', everyMs: lookEveryMs, run: () => lookAtChain(deps) }]
  return { jobs, handlers: fundingHandlers(deps), chains: deps.chains, valueInUsdt: deps.valueInUsdt }
}

/** The other side of what comes in, in every coin. */
export const openWorld = (ledger: Ledger): Promise<void> =>
  ledger.open(assetCodes.map((asset) => ({ class: 'world', owner: house, asset })))

/** The nodes this installation was given. Their client is loaded only where there is one. */
async function openChains({ evmRpcUrl, evmUsdtAddress, esploraUrl, sandbox }: ChainConfig): Promise<Chains> {
  const chainId = sandbox ? null : mainChainId
  const { EthereumChain } = evmRpcUrl === null ? {} : await import('../funding/chain/ethereum.ts')
  const { BitcoinChain } = esploraUrl === null ? {} : await import('../funding/chain/bitcoin.ts')
  return {
    ...(evmRpcUrl === null || EthereumChain === undefined
      ? {}
      : { ethereum: new EthereumChain({ rpcUrl: evmRpcUrl, usdtAddress: evmUsdtAddress, chainId }) }),
    ...(esploraUrl === null || BitcoinChain === undefined
      ? {}
      : { bitcoin: new BitcoinChain({ esploraUrl, mainOnly: !sandbox }) }),
  }
}
