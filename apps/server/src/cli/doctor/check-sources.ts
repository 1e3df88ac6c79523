import { existsSync, readdirSync } from 'node:fs'
import { hourMs, minuteMs } from '@candor/rules/time-units.ts'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { mainGenesis } from '../../funding/chain/bitcoin.ts'
import { protocolsOf } from '../../market-data/feeds/live/live-feed.ts'
import { liveSettingsFrom } from '../../market-data/feeds/live/live-settings.ts'
import {
  ageText,
  type Check,
  type DoctorContext,
  type Finding,
  failure,
  ok,
  reasonOf,
  warning,
} from './finding.ts'

/** Opens a connection to each source of prices that is set. */
export const pricesCheck: Check = {
  name: 'prices',
  title: 'Prices',
  run: async (context) => {
    const { feed, replayDir } = context.config
    if (feed === 'simulated')
      return context.isReal
        ? [failure('Prices are simulated, and fill no real order: set CANDOR_FEED=live.')]
        : [ok('Prices are simulated.')]
    if (feed === 'replay') return [judgeRecording(replayDir ?? '')]
    const sources = protocolsOf(liveSettingsFrom(context.env))
    if (sources.length === 0)
      return [
        failure('No source of live prices is set: choose CANDOR_CRYPTO_EXCHANGE or set CANDOR_MASSIVE_KEY.'),
      ]
    return Promise.all(sources.map(({ name, url }) => judgeSource(name, url, context.signal)))
  },
}

function judgeRecording(folder: string): Finding {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.csv.gz')) : []
  return files.length === 0
    ? failure(`There are no recorded quotes in ${folder}.`)
    : ok(`${folder} has ${files.length} files with recorded quotes.`)
}

function judgeSource(name: string, url: string, signal: AbortSignal): Promise<Finding> {
  const { host } = new URL(url)
  return new Promise((resolve) => {
    const socket = new WebSocket(url)
    const end = (finding: Finding) => {
      socket.terminate()
      resolve(finding)
    }
    socket.on('open', () => end(ok(`${name} (${host}) accepts a connection.`)))
    socket.on('error', (error) =>
      resolve(failure(`${name} (${host}) cannot be reached: ${reasonOf(error)}.`)),
    )
    signal.addEventListener('abort', () => end(failure(`${name} (${host}) does not answer in time.`)))
  })
}

/** Asks the nodes of both chains for their chain and their newest block. */
export const chainsCheck: Check = {
  name: 'chains',
  title: 'Chain nodes',
  run: async (context) => {
    const { evmRpcUrl, esploraUrl } = context.config
    const judged = [
      ...(evmRpcUrl === null
        ? []
        : [judgeNode('Ethereum', evmRpcUrl, () => readEthereum(context, evmRpcUrl))]),
      ...(esploraUrl === null
        ? []
        : [judgeNode('Bitcoin', esploraUrl, () => readBitcoin(context, esploraUrl))]),
    ]
    if (judged.length === 0) return [ok('No node is set: a reviewer checks each deposit.')]
    return Promise.all(judged)
  },
}

/** Only the host is shown: the address of a provider's node often contains its key. */
async function judgeNode(chain: string, url: string, read: () => Promise<Finding>): Promise<Finding> {
  const { host } = new URL(url)
  try {
    return await read()
  } catch (error) {
    return failure(`The ${chain} node at ${host} does not answer as one: ${reasonOf(error)}.`)
  }
}

const hex = z
  .string()
  .regex(/^0x[0-9a-f]+$/i)
  .transform(Number)
const chainReply = z.object({ result: hex })
const blockReply = z.object({ result: z.object({ timestamp: hex }) })

async function readEthereum(context: DoctorContext, url: string): Promise<Finding> {
  const call = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const { signal } = context
    return (await fetch(url, { method: 'POST', body, headers, signal, redirect: 'error' })).json()
  }
  const { result: chain } = chainReply.parse(await call('eth_chainId', []))
  const { result: block } = blockReply.parse(await call('eth_getBlockByNumber', ['latest', false]))
  const shown = `The Ethereum node at ${new URL(url).host}`
  if (context.isReal && chain !== 1)
    return failure(`${shown} is on chain ${chain} and not on the main one: set EVM_RPC_URL to another.`)
  return judgeAge(shown, context.now - block.timestamp * 1_000, 15 * minuteMs)
}

async function readBitcoin(context: DoctorContext, url: string): Promise<Finding> {
  const get = async (path: string): Promise<string> => {
    const { signal } = context
    const response = await fetch(`${url.replace(/\/+$/, '')}/${path}`, { signal, redirect: 'error' })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return (await response.text()).trim()
  }
  const shown = `The Bitcoin node at ${new URL(url).host}`
  if (context.isReal && (await get('block-height/0')) !== mainGenesis)
    return failure(`${shown} is not on the main chain: set ESPLORA_URL to another.`)
  const newest = z
    .object({ timestamp: z.number() })
    .parse(JSON.parse(await get(`block/${await get('blocks/tip/hash')}`)))
  return judgeAge(shown, context.now - newest.timestamp * 1_000, 3 * hourMs)
}

function judgeAge(shown: string, ageMs: number, longestMs: number): Finding {
  const sentence = `${shown} answers; its newest block is ${ageText(ageMs)} old`
  return ageMs > longestMs
    ? warning(`${sentence}: it is behind, and deposits are seen late.`)
    : ok(`${sentence}.`)
}
