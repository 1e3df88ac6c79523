import { allMarkets, type Market, type MarketType } from '@candor/rules'
import {
  addedSymbols,
  type Fields,
  fieldsOf,
  type LiveProtocol,
  type LiveQuote,
  type LiveReading,
  listOf,
  liveQuote,
  present,
  readJson,
} from './protocol.ts'

export type MassiveClass = 'forex' | 'stocks' | 'futures'

export interface MassiveSettings {
  readonly key: string
  /** Their delayed stream: quotes are labelled so. */
  readonly delayed: boolean
  /** Dated contract of each futures market now, such as ES → ESZ6. */
  readonly futures: ReadonlyMap<string, string>
  /** Another server, for tests: the class is added as the path. */
  readonly url?: string
}

const codesOfType = (type: number) =>
  allMarkets.filter((market) => market.type === type).map((market) => market.code)

const typeOf: Readonly<Record<MassiveClass, MarketType>> = { forex: 1, stocks: 3, futures: 4 }

function symbolsOf(
  kind: MassiveClass,
  settings: MassiveSettings,
  markets: readonly Market[],
): (readonly [symbol: string, code: string])[] {
  const type = typeOf[kind]
  const added = addedSymbols(
    markets.filter((market) => market.type === type),
    'massive',
  )
  if (kind === 'futures')
    return [...[...settings.futures].map(([code, contract]) => [contract, code] as const), ...added]
  return [...codesOfType(type).map((code) => [code, code] as const), ...added]
}

const channelOf = (kind: MassiveClass, symbol: string) =>
  kind === 'forex' ? `C.${symbol.slice(0, 3)}-${symbol.slice(3)}` : `Q.${symbol}`

/** Connects to Massive (formerly Polygon) with the operator's key: best bid and ask of forex pairs, US stocks, or CME futures. */
export function massive(
  kind: MassiveClass,
  settings: MassiveSettings,
  markets: readonly Market[] = [],
): LiveProtocol {
  const base = settings.url ?? (settings.delayed ? 'wss://delayed.massive.com' : 'wss://socket.massive.com')
  const symbols = symbolsOf(kind, settings, markets)
  const subscribe = {
    action: 'subscribe',
    params: symbols.map(([symbol]) => channelOf(kind, symbol)).join(','),
  }
  return {
    name: `massive-${kind}`,
    url: `${base}/${kind}`,
    codes: new Map(symbols),
    source: settings.delayed ? 'delayed' : 'live',
    hello: [JSON.stringify({ action: 'auth', params: settings.key })],
    heartbeat: null,
    // Markets sleep at night: websocket pings, not quotes, say whether it is there.
    deadAfterMs: 90_000,
    conflateMs: 100,
    read: (text) => readMassive(text, JSON.stringify(subscribe)),
  }
}

function readMassive(text: string, subscribe: string): LiveReading {
  const quotes: LiveQuote[] = []
  const say: string[] = []
  let refused: string | null = null
  for (const entry of listOf(readJson(text)).map(fieldsOf)) {
    if (entry.ev === 'status') {
      if (entry.status === 'auth_success') say.push(subscribe)
      else if (/fail|error|max_connections/.test(String(entry.status))) refused = String(entry.message)
    } else quotes.push(...[quoteOf(entry)].filter(present))
  }
  return { quotes, sequence: null, say, refused }
}

function quoteOf(entry: Fields): LiveQuote | null {
  if (entry.ev === 'Q') return liveQuote(entry.sym, entry.bp, entry.ap, entry.t ?? entry.bt)
  if (entry.ev === 'C') return liveQuote(String(entry.p).replace(/[^A-Z]/g, ''), entry.b, entry.a, entry.t)
  return null
}
