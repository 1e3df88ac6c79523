import type { AssetCode } from '@candor/money'
import { z } from 'zod'
import { type Chain, type ChainTransaction, notFound } from './chain.ts'

const timeoutMs = 10_000
/** First block of the chain where bitcoins are worth something. */
export const mainGenesis = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'

const esploraTransaction = z.object({
  txid: z.string(),
  // Outputs that pay no address (data, bare scripts) have none.
  vout: z.array(
    z.object({ scriptpubkey_address: z.string().optional(), value: z.number().int().nonnegative() }),
  ),
  status: z.object({
    confirmed: z.boolean(),
    block_height: z.number().int().optional(),
    block_hash: z.string().optional(),
  }),
})
const esploraBlockStatus = z.object({ in_best_chain: z.boolean() })
/** In satoshi, what is in blocks only. */
const esploraAddress = z.object({
  chain_stats: z.object({ funded_txo_sum: z.number().int(), spent_txo_sum: z.number().int() }),
})
const height = z.coerce.number().int().nonnegative()

export interface BitcoinSettings {
  /** An Esplora-compatible API: `https://blockstream.info/api` or the operator's own. */
  readonly esploraUrl: string
  /** Only the chain where bitcoins are worth something will do. */
  readonly mainOnly: boolean
}

/** Bitcoin through an Esplora-compatible API. */
export class BitcoinChain implements Chain {
  private readonly base: string
  private readonly mainOnly: boolean
  private checked: Promise<void> | null = null

  constructor({ esploraUrl, mainOnly }: BitcoinSettings) {
    this.base = esploraUrl.replace(/\/+$/, '')
    this.mainOnly = mainOnly
  }

  async transaction(hash: string): Promise<ChainTransaction> {
    await this.checkChain()
    const text = await this.get(`tx/${hash}`)
    if (text === null) return notFound
    const { vout, status } = esploraTransaction.parse(JSON.parse(text))
    const confirmations = await this.depthOf(status)
    return {
      found: true,
      failed: false,
      confirmations,
      blockHash: confirmations === 0 ? null : (status.block_hash ?? null),
      payments: vout.flatMap(({ scriptpubkey_address: recipient, value }) =>
        recipient === undefined ? [] : [{ coin: 'BTC' as const, recipient, minor: BigInt(value) }],
      ),
    }
  }

  async balance(_coin: AssetCode, address: string): Promise<bigint> {
    await this.checkChain()
    const text = await this.get(`address/${encodeURIComponent(address)}`)
    if (text === null) throw new Error(`Esplora does not know the address ${address}`)
    const { chain_stats: stats } = esploraAddress.parse(JSON.parse(text))
    return BigInt(stats.funded_txo_sum - stats.spent_txo_sum)
  }

  /** A block that is no longer in the best chain counts for nothing. */
  private async depthOf(status: z.output<typeof esploraTransaction>['status']): Promise<number> {
    const { confirmed, block_hash: hash, block_height: at } = status
    if (!confirmed || hash === undefined || at === undefined) return 0
    const [block, tip] = await Promise.all([this.get(`block/${hash}/status`), this.get('blocks/tip/height')])
    if (block === null || tip === null || !esploraBlockStatus.parse(JSON.parse(block)).in_best_chain) return 0
    return Math.max(0, height.parse(tip.trim()) - at + 1)
  }

  private checkChain(): Promise<void> {
    if (!this.mainOnly) return Promise.resolve()
    this.checked ??= this.refuseTestNet().catch((error: unknown) => {
      this.checked = null
      throw error
    })
    return this.checked
  }

  private async refuseTestNet(): Promise<void> {
    const genesis = await this.get('block-height/0')
    if (genesis?.trim() !== mainGenesis) throw new Error('ESPLORA_URL does not serve Bitcoin’s main chain')
  }

  /** Null: not found. */
  private async get(path: string): Promise<string | null> {
    const response = await fetch(`${this.base}/${path}`, {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
    if (response.status === 404) return null
    if (!response.ok) throw new Error(`Esplora responded with ${response.status} to ${path}`)
    return response.text()
  }
}
