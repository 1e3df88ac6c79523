import type { Driver } from '../driver.ts'
import type { RequestRecord } from '../request-record.ts'
import type { Chance } from './chance.ts'

interface Payment {
  readonly address: string
  readonly minor: bigint
  readonly height: number
}

/** Parts of a seed that its chain uses. */
interface Surroundings {
  readonly driver: Driver
  readonly chance: Chance
}

interface Due {
  readonly address: string
  readonly minor: bigint
}

const genesis = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'
const blockMs = 5_000
const firstHeight = 900_000

/** The node that every server of this process asks; null: there is none. */
let current: SimulatedChain | null = null

/** Takes the place of the process's `fetch`: nothing leaves the machine. */
export function installChain(): void {
  globalThis.fetch = async (url) => {
    if (current === null || current.away) throw new TypeError('fetch failed')
    const text = current.respond(new URL(String(url)).pathname.slice(1))
    return { status: text === null ? 404 : 200, ok: text !== null, text: async () => text ?? '' } as Response
  }
}

/** Bitcoin as an Esplora server shows it: who is paid what, and how deep it lies. */
export class SimulatedChain {
  readonly url = 'http://chain.simulator'
  away = false
  private readonly payments = new Map<string, Payment>()
  private readonly now: () => number
  private readonly from: number

  constructor(now: () => number) {
    this.now = now
    this.from = now()
    current = this
  }

  /** Updates the server's node with people's payments: most payments that are named were made. */
  async follow(surroundings: Surroundings, record: RequestRecord): Promise<void> {
    if (record.response?.status !== 200) return
    if (record.call === 'recharge' && record.response.code > 20_000)
      await this.followDeposit(surroundings, record)
    if (record.call === 'opsSent') await this.followPayout(surroundings, record)
  }

  private async followDeposit(
    { driver, chance }: Surroundings,
    { input, response }: RequestRecord,
  ): Promise<void> {
    const { hash } = input as { hash: string }
    const { id } = (response?.result ?? {}) as { id?: string }
    const [row] = await driver.statements.look<Due>(
      `SELECT address, amount AS minor FROM funding_deposits WHERE id = $1 AND coin = 'BTC'`,
      [id],
    )
    if (row === undefined || chance.happens(0.2)) return
    this.pay(hash, row.address, chance.happens(0.8) ? row.minor : row.minor / 2n)
  }

  private async followPayout({ driver, chance }: Surroundings, { input }: RequestRecord): Promise<void> {
    const { id, hash } = input as { id: string; hash: string }
    const [row] = await driver.statements.look<Due>(
      `SELECT address, received AS minor FROM funding_withdrawals WHERE id = $1 AND coin = 'BTC'`,
      [id],
    )
    if (row === undefined || chance.happens(0.15)) return
    this.pay(hash, row.address, chance.happens(0.8) ? row.minor : row.minor / 2n)
  }

  /** Returns the amount that a transaction paid an address on the chain. */
  paid(hash: string, address: string): bigint {
    const payment = this.payments.get(hash)
    return payment?.address === address ? payment.minor : 0n
  }

  respond(path: string): string | null {
    if (path === 'block-height/0') return genesis
    if (path === 'blocks/tip/height') return String(this.height())
    const [kind = '', name = ''] = path.split('/')
    if (kind === 'block') return JSON.stringify({ in_best_chain: true })
    if (kind === 'address') return JSON.stringify({ chain_stats: { funded_txo_sum: 0, spent_txo_sum: 0 } })
    const payment = this.payments.get(name)
    return kind === 'tx' && payment !== undefined ? shown(name, payment, this.height()) : null
  }

  private pay(hash: string, address: string, minor: bigint): void {
    if (!this.payments.has(hash)) this.payments.set(hash, { address, minor, height: this.height() + 1 })
  }

  private height(): number {
    return firstHeight + Math.max(0, Math.floor((this.now() - this.from) / blockMs))
  }
}

const shown = (txid: string, { address, minor, height }: Payment, tip: number): string =>
  JSON.stringify({
    txid,
    vout: [{ scriptpubkey_address: address, value: Number(minor) }],
    status:
      height > tip
        ? { confirmed: false }
        : { confirmed: true, block_height: height, block_hash: String(height).padStart(64, '0') },
  })
