import type { Config } from '../../platform/config.ts'
import type { Chains } from './chain.ts'

type ChainConfig = Pick<Config, 'evmRpcUrl' | 'evmUsdtAddress' | 'esploraUrl' | 'sandbox'>

const mainChainId = 1

/** Opens the nodes this installation was given. Their client is loaded only where there is one. */
export async function openChains({
  evmRpcUrl,
  evmUsdtAddress,
  esploraUrl,
  sandbox,
}: ChainConfig): Promise<Chains> {
  const chainId = sandbox ? null : mainChainId
  const { EthereumChain } = evmRpcUrl === null ? {} : await import('./ethereum.ts')
  const { BitcoinChain } = esploraUrl === null ? {} : await import('./bitcoin.ts')
  return {
    ...(evmRpcUrl === null || EthereumChain === undefined
      ? {}
      : { ethereum: new EthereumChain({ rpcUrl: evmRpcUrl, usdtAddress: evmUsdtAddress, chainId }) }),
    ...(esploraUrl === null || BitcoinChain === undefined
      ? {}
      : { bitcoin: new BitcoinChain({ esploraUrl, mainOnly: !sandbox }) }),
  }
}
