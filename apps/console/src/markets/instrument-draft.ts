import type { InstrumentShown } from '@candor/contract'
import { readSessions, writeSessions } from './hours/session-lines.ts'

export type InstrumentType = InstrumentShown['type']
export const exchanges = ['kraken', 'coinbase', 'binance', 'massive'] as const
export type Exchange = (typeof exchanges)[number]

/** An instrument as it is typed. */
export interface InstrumentDraft {
  readonly type: InstrumentType
  /** Of a pair its first currency or coin, otherwise the code. */
  readonly base: string
  readonly quoteCurrency: string
  readonly name: string
  /** One a line, `de: Euro / Türkische Lira`. */
  readonly names: string
  readonly digits: string
  readonly tickSize: string
  readonly pipSize: string
  readonly contractSize: string
  readonly lotMin: string
  readonly lotStep: string
  readonly lotMax: string
  readonly leverageMax: string
  readonly commissionRate: string
  readonly spreadAdded: string
  readonly swapLong: string
  readonly swapShort: string
  readonly timeZone: string
  /** One a line, `Mon-Fri 10:00-18:00`. */
  readonly sessions: string
  readonly holidays: 'none' | NonNullable<InstrumentShown['hours']['holidays']>
  readonly symbols: Readonly<Record<Exchange, string>>
  readonly price: string
  readonly spread: string
  readonly volatility: string
}

type Usual = Omit<InstrumentDraft, 'type' | 'base' | 'name' | 'names' | 'symbols' | 'price' | 'spread'>

const forexUsual: Usual = {
  ...{ quoteCurrency: '', digits: '5', tickSize: '0.00001', pipSize: '0.0001', contractSize: '100000' },
  ...{ lotMin: '0.01', lotStep: '0.01', lotMax: '100', leverageMax: '20', commissionRate: '0' },
  ...{ spreadAdded: '0.00002', swapLong: '-0.00008', swapShort: '-0.00008', volatility: '0.1' },
  ...{ timeZone: 'America/New_York', sessions: 'Sun-Thu 17:00-17:00', holidays: 'none' },
}

/** Fields of each class as the product's own markets have them: what differs is typed over. */
export const usualOf: Readonly<Record<InstrumentType, Usual>> = {
  1: forexUsual,
  2: {
    ...{ quoteCurrency: 'USDT', digits: '2', tickSize: '0.01', pipSize: '0.01', contractSize: '1' },
    ...{ lotMin: '0.001', lotStep: '0.001', lotMax: '1000', leverageMax: '2', commissionRate: '0.001' },
    ...{ spreadAdded: '0', swapLong: '-0.0003', swapShort: '-0.0003', volatility: '0.8' },
    ...{ timeZone: 'UTC', sessions: '', holidays: 'none' },
  },
  3: {
    ...{ quoteCurrency: 'USD', digits: '2', tickSize: '0.01', pipSize: '0.01', contractSize: '1' },
    ...{ lotMin: '1', lotStep: '1', lotMax: '10000', leverageMax: '5', commissionRate: '0.001' },
    ...{ spreadAdded: '0', swapLong: '-0.0002', swapShort: '-0.0002', volatility: '0.3' },
    ...{ timeZone: 'America/New_York', sessions: 'Mon-Fri 09:30-16:00', holidays: 'NYSE' },
  },
  4: {
    ...{ quoteCurrency: 'USD', digits: '2', tickSize: '0.01', pipSize: '0.01', contractSize: '100' },
    ...{ lotMin: '0.01', lotStep: '0.01', lotMax: '100', leverageMax: '10', commissionRate: '0.0005' },
    ...{ spreadAdded: '0', swapLong: '0', swapShort: '0', volatility: '0.3' },
    ...{ timeZone: 'America/Chicago', sessions: 'Sun-Thu 17:00-16:00', holidays: 'CME' },
  },
}

const noSymbols = { kraken: '', coinbase: '', binance: '', massive: '' }

/** Returns an empty draft of a class. */
export const draftOfType = (type: InstrumentType): InstrumentDraft => ({
  ...{ type, base: '', name: '', names: '', symbols: noSymbols, price: '', spread: '' },
  ...usualOf[type],
})

/** Returns what is typed for a market that there is. */
export function draftOf(one: InstrumentShown): InstrumentDraft {
  const { type, base, quoteCurrency, name, names, hours, symbols, simulation, ...rest } = one
  return {
    ...{ type, base, quoteCurrency, name, timeZone: hours.timeZone },
    names: Object.entries(names)
      .map(([language, text]) => `${language}: ${text}`)
      .join('\n'),
    digits: String(rest.digits),
    contractSize: String(rest.contractSize),
    leverageMax: String(rest.leverageMax),
    ...{ tickSize: rest.tickSize, pipSize: rest.pipSize, lotMin: rest.lotMin, lotStep: rest.lotStep },
    ...{ lotMax: rest.lotMax, commissionRate: rest.commissionRate, spreadAdded: rest.spreadAdded },
    ...{ swapLong: rest.swapLong, swapShort: rest.swapShort },
    sessions: writeSessions(hours.sessions),
    holidays: hours.holidays ?? 'none',
    symbols: { ...noSymbols, ...symbols },
    ...{ price: simulation.price, spread: simulation.spread, volatility: String(simulation.volatility) },
  }
}

/** Checks whether a class trades pairs, whose code is made of two currencies. */
export const isPair = (type: InstrumentType): boolean => type === 1 || type === 2

/** Returns the code of what is typed. */
export const codeOf = ({ type, base, quoteCurrency }: InstrumentDraft): string =>
  isPair(type) ? `${base}${quoteCurrency}` : base

/** Reads names, one a line; null for a line without a language before a colon. */
export function readNames(text: string): Record<string, string> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const pairs = lines.map((line) => /^\s*([a-z]{2})\s*:\s*(.+?)\s*$/.exec(line))
  if (pairs.some((pair) => pair === null)) return null
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']))
}

/** Returns the hours of what is typed; null where a session cannot be read. */
export function hoursOf({ timeZone, sessions, holidays }: InstrumentDraft): InstrumentShown['hours'] | null {
  const read = readSessions(sessions)
  return read && { timeZone, sessions: read, holidays: holidays === 'none' ? null : holidays }
}

/** Returns the instrument of what is typed; the server checks it. Null where names or sessions cannot be read. */
export function instrumentOf(draft: InstrumentDraft): InstrumentShown | null {
  const [hours, names] = [hoursOf(draft), readNames(draft.names)]
  if (hours === null || names === null) return null
  const { type, base, quoteCurrency, name, symbols, price, spread, volatility } = draft
  return {
    ...{ code: codeOf(draft), type, base, quoteCurrency, name, names, hours },
    ...{ tickSize: draft.tickSize, pipSize: draft.pipSize, lotMin: draft.lotMin, lotStep: draft.lotStep },
    ...{ lotMax: draft.lotMax, commissionRate: draft.commissionRate, spreadAdded: draft.spreadAdded },
    ...{ swapLong: draft.swapLong, swapShort: draft.swapShort },
    ...{ digits: Number(draft.digits), contractSize: Number(draft.contractSize) },
    leverageMax: Number(draft.leverageMax),
    symbols: Object.fromEntries(Object.entries(symbols).filter(([, symbol]) => symbol !== '')),
    simulation: { price, spread, volatility: Number(volatility) },
  }
}
