// The terms of every recorded market, written out by hand: nothing is read from the product's own list.

export interface MarketTerms {
  readonly size: bigint
  readonly currency: string
  readonly type: 1 | 2 | 3 | 4
  /** Commission rate, swap rate and added spread as decimal texts. */
  readonly commission: string
  readonly swap: string
  readonly spread: string
  readonly tick: string
  readonly open: (ms: number) => boolean
}

const newYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

const minutesKnown = new Map<number, { day: string; minutes: number }>()

/** The weekday and the minutes since midnight in New York. */
export function inNewYork(ms: number): { day: string; minutes: number } {
  const minute = Math.floor(ms / 60_000)
  const known = minutesKnown.get(minute)
  if (known !== undefined) return known
  const parts = Object.fromEntries(newYork.formatToParts(ms).map(({ type, value }) => [type, value]))
  const shown = { day: parts.weekday ?? '', minutes: Number(parts.hour) * 60 + Number(parts.minute) }
  minutesKnown.set(minute, shown)
  return shown
}

const always = () => true
const weekdaysOnly = (ms: number) => {
  const { day, minutes } = inNewYork(ms)
  if (day === 'Sat') return false
  if (day === 'Sun') return minutes >= 17 * 60
  return day !== 'Fri' || minutes < 17 * 60
}
const newYorkFloor = (ms: number) => {
  const { day, minutes } = inNewYork(ms)
  return day !== 'Sat' && day !== 'Sun' && minutes >= 570 && minutes < 960
}
/** 17:00 to 16:00 in Chicago: the break is 17:00 to 18:00 in New York. */
const chicago = (ms: number) => {
  const { day, minutes } = inNewYork(ms)
  if (day === 'Sat' || (day === 'Sun' && minutes < 18 * 60)) return false
  return !(minutes >= 17 * 60 && minutes < 18 * 60) && !(day === 'Fri' && minutes >= 17 * 60)
}
/** February: Berlin is UTC + 1. */
const berlinInWinter = (ms: number) => {
  const minutes = (Math.floor(ms / 60_000) + 60) % 1440
  return minutes >= 75 && minutes < 22 * 60
}

const forex = { size: 100_000n, type: 1, commission: '0', swap: '-0.00008', open: weekdaysOnly } as const
const coin = {
  size: 1n,
  currency: 'USD',
  type: 2,
  tick: '0.01',
  commission: '0.001',
  swap: '-0.0003',
  spread: '0',
  open: always,
} as const
const stock = {
  size: 1n,
  currency: 'USD',
  type: 3,
  tick: '0.01',
  commission: '0.001',
  swap: '-0.0002',
  spread: '0',
  open: newYorkFloor,
} as const
const future = { currency: 'USD', type: 4, commission: '0.0005', swap: '0', spread: '0' } as const

/** All fourteen recorded markets, and the yen for a generated day. */
export const marketTerms: Readonly<Record<string, MarketTerms>> = {
  EURUSD: { ...forex, tick: '0.00001', currency: 'USD', spread: '0.00002' },
  NZDUSD: { ...forex, tick: '0.00001', currency: 'USD', spread: '0.00002' },
  USDJPY: { ...forex, tick: '0.001', currency: 'JPY', spread: '0.002' },
  BTCUSD: coin,
  ETHUSD: coin,
  LTCUSD: coin,
  BTCPERP: { ...coin, tick: '0.1' },
  AAPL: stock,
  SPY: stock,
  IBM: stock,
  BAC: stock,
  AIG: stock,
  ES: { ...future, tick: '0.25', size: 50n, open: chicago },
  XAUUSD: { ...future, tick: '0.001', size: 100n, open: chicago },
  DE30: { ...future, tick: '0.1', size: 25n, currency: 'EUR', open: berlinInWinter },
}

/** The most an order may be geared, by market. */
export const leverages: Readonly<Record<string, number>> = {
  EURUSD: 30,
  NZDUSD: 20,
  USDJPY: 30,
  BTCUSD: 2,
  ETHUSD: 2,
  LTCUSD: 2,
  BTCPERP: 2,
  AAPL: 5,
  SPY: 5,
  IBM: 5,
  BAC: 5,
  AIG: 5,
  ES: 20,
  XAUUSD: 20,
  DE30: 20,
}
