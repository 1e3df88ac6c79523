import { type AssetCode, assetScale, divide, type Rounding, roundDown, roundUp } from '@candor/money'
import {
  createPublicClient,
  erc20Abi,
  type Hash,
  http,
  isAddress,
  type PublicClient,
  parseEventLogs,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import { type Chain, type ChainPayment, type ChainTransaction, notFound } from './chain.ts'

export interface EthereumSettings {
  readonly rpcUrl: string
  /** The USDT contract. */
  readonly usdtAddress: string
  /** Refused where the node is on another chain; null: any. */
  readonly chainId: number | null
}

const etherScale = 18
const timeoutMs = 10_000

/**
 * Ethereum through a node: ETH sent straight to an address, and USDT by the contract's own Transfer events. What a contract passes on
 * inside a transaction leaves no trace in a receipt; such a deposit is a reviewer's.
 */
export class EthereumChain implements Chain {
  private readonly client: PublicClient
  private readonly settings: EthereumSettings
  private known: Promise<number> | null = null

  constructor(settings: EthereumSettings) {
    if (!isAddress(settings.usdtAddress)) throw new Error('EVM_USDT_ADDRESS is not an address')
    this.settings = settings
    this.client = createPublicClient({
      transport: http(settings.rpcUrl, {
        timeout: timeoutMs,
        retryCount: 1,
        fetchOptions: { redirect: 'error' },
      }),
    })
  }

  async transaction(hash: string): Promise<ChainTransaction> {
    const tokenScale = await this.tokenScale()
    const transactionHash = hash as Hash
    const receipt = await absent(
      TransactionReceiptNotFoundError,
      this.client.getTransactionReceipt({ hash: transactionHash }),
    )
    const sent = await absent(TransactionNotFoundError, this.client.getTransaction({ hash: transactionHash }))
    if (sent === null) return notFound
    if (receipt === null) return { ...notFound, found: true, payments: etherOf(sent) }
    const confirmations = await this.depthOf(receipt)
    return {
      found: true,
      failed: receipt.status === 'reverted',
      confirmations,
      blockHash: confirmations === 0 ? null : receipt.blockHash,
      payments:
        receipt.status === 'reverted' ? [] : [...etherOf(sent), ...this.tokensOf(receipt, tokenScale)],
    }
  }

  async balance(coin: AssetCode, address: string): Promise<bigint> {
    const tokenScale = await this.tokenScale()
    const holder = address as Hash
    if (coin === 'ETH') {
      const wei = await this.client.getBalance({ address: holder })
      return inOurScale(wei, etherScale, assetScale.ETH, roundDown)
    }
    const units = await this.client.readContract({
      address: this.settings.usdtAddress as Hash,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [holder],
    })
    return inOurScale(units, tokenScale, assetScale.USDT, roundDown)
  }

  /** A receipt of a block that is no longer the best chain's counts for nothing. */
  private async depthOf({ blockNumber, blockHash }: TransactionReceipt): Promise<number> {
    const [head, block] = await Promise.all([
      this.client.getBlockNumber({ cacheTime: 0 }),
      this.client.getBlock({ blockNumber }),
    ])
    return block.hash === blockHash && head >= blockNumber ? Number(head - blockNumber) + 1 : 0
  }

  private tokensOf(receipt: TransactionReceipt, tokenScale: number): ChainPayment[] {
    const logs = receipt.logs.filter(({ address }) => sameHex(address, this.settings.usdtAddress))
    return parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs }).map(({ args }) => ({
      coin: 'USDT',
      recipient: args.to,
      minor: inOurScale(args.value, tokenScale, assetScale.USDT),
    }))
  }

  /** Reads once which chain this is, and how many decimals the contract counts in. */
  private tokenScale(): Promise<number> {
    this.known ??= this.readToken().catch((error: unknown) => {
      this.known = null
      throw error
    })
    return this.known
  }

  private async readToken(): Promise<number> {
    const { chainId, usdtAddress } = this.settings
    const found = await this.client.getChainId()
    if (chainId !== null && found !== chainId)
      throw new Error(
        `EVM_RPC_URL is a node of chain ${found}; this installation accepts only chain ${chainId}`,
      )
    return this.client.readContract({
      address: usdtAddress as Hash,
      abi: erc20Abi,
      functionName: 'decimals',
    })
  }
}

const sameHex = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

function etherOf({ to, value }: { readonly to: string | null; readonly value: bigint }): ChainPayment[] {
  if (to === null || value === 0n) return []
  return [{ coin: 'ETH', recipient: to, minor: inOurScale(value, etherScale, assetScale.ETH) }]
}

/**
 * Converts an amount to our decimals. A credited amount is rounded up where we keep fewer decimals than the chain: the remainder is never
 * the operator's (rulebook, Accounts).
 */
function inOurScale(value: bigint, from: number, to: number, rounding: Rounding = roundUp): bigint {
  if (from <= to) return value * 10n ** BigInt(to - from)
  return divide(value, 10n ** BigInt(from - to), rounding)
}

/** Returns the response, or null where the node reports an absence; every other failure is thrown. */
async function absent<T>(
  kind: abstract new (...args: never[]) => Error,
  request: Promise<T>,
): Promise<T | null> {
  try {
    return await request
  } catch (error) {
    if (error instanceof kind) return null
    throw error
  }
}
