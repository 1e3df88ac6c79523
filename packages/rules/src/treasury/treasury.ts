import type { AssetCode } from '@candor/money'
import { divide, type Rate, rateScale, roundUp } from '@candor/money'
import { accept, type Decision, refuse } from '../decision.ts'

/** Accounts of the operator that customers are paid from. */
export const payingPlaces = [
  'trading-capital',
  'negative-balance',
  'loan-capital',
  'yield-reserve',
  'savings-reserve',
  'conversion',
  'hedge-capital',
] as const
/** Accounts that collect what the operator earned. */
const earningPlaces = ['fee-revenue', 'swap-revenue', 'loan-interest'] as const
export const treasuryPlaces = [...payingPlaces, ...earningPlaces] as const
export type PayingPlace = (typeof payingPlaces)[number]
export type TreasuryPlace = (typeof treasuryPlaces)[number]

export const treasuryActs = ['put-in', 'take-out', 'move', 'hedge-in', 'hedge-out'] as const
export type TreasuryAct = (typeof treasuryActs)[number]

/** One of the operator's accounts in one coin. */
export interface TreasuryAccount {
  readonly place: TreasuryPlace
  readonly coin: AssetCode
}

const everyCoin: readonly AssetCode[] = ['USDT', 'BTC', 'ETH']
const usdtOnly: readonly AssetCode[] = ['USDT']

/** The coins in which each account exists. Trading capital pays corrections in every coin, everything else in USDT. */
export const treasuryCoins: Readonly<Record<TreasuryPlace, readonly AssetCode[]>> = {
  'trading-capital': everyCoin,
  'negative-balance': usdtOnly,
  'loan-capital': usdtOnly,
  'yield-reserve': usdtOnly,
  'savings-reserve': everyCoin,
  conversion: everyCoin,
  'hedge-capital': usdtOnly,
  'fee-revenue': everyCoin,
  'swap-revenue': usdtOnly,
  'loan-interest': usdtOnly,
}

export const treasuryAccounts: readonly TreasuryAccount[] = treasuryPlaces.flatMap((place) =>
  treasuryCoins[place].map((coin) => ({ place, coin })),
)

export interface TreasuryMove {
  readonly act: TreasuryAct
  readonly place: TreasuryPlace
  /** The account that receives; for a move between own accounts only. */
  readonly to: TreasuryPlace | null
  readonly coin: AssetCode
  readonly minor: bigint | null
}

/** The two ends of a permitted move; `world` is outside the books. */
export interface TreasuryEnds {
  readonly kind: 'treasury-in' | 'treasury-out' | 'treasury-move' | 'hedge-gain' | 'hedge-loss'
  readonly from: TreasuryPlace | 'world'
  readonly to: TreasuryPlace | 'world'
  readonly minor: bigint
}

const issue = (path: string, code: string) => refuse('invalidInput', { issues: [{ path, code }] })
const pays = (place: TreasuryPlace): boolean => (payingPlaces as readonly string[]).includes(place)

/** Finds the paying and the receiving account of a move. Refuses with `invalidInput` at the field that makes it invalid. */
export function treasuryEnds(move: TreasuryMove): Decision<TreasuryEnds> {
  const { act, place, to, coin, minor } = move
  if (!treasuryCoins[place].includes(coin)) return issue('coin', 'account')
  if (minor === null || minor <= 0n) return issue('amount', 'decimal')
  if (act !== 'move' && to !== null) return issue('to', 'none')
  return endsByAct[act](place, coin, minor, to)
}

type EndsOf = (
  place: TreasuryPlace,
  coin: AssetCode,
  minor: bigint,
  to: TreasuryPlace | null,
) => Decision<TreasuryEnds>

const endsByAct: Readonly<Record<TreasuryAct, EndsOf>> = {
  'put-in': (place, _coin, minor) =>
    pays(place) ? accept({ kind: 'treasury-in', from: 'world', to: place, minor }) : issue('place', 'earned'),
  'take-out': (place, _coin, minor) => accept({ kind: 'treasury-out', from: place, to: 'world', minor }),
  move: (place, coin, minor, to) => betweenOwn(place, to, coin, minor),
  'hedge-in': (place, coin, minor) =>
    hedges(place, coin)
      ? accept({ kind: 'hedge-gain', from: 'world', to: place, minor })
      : issue('place', 'hedge'),
  'hedge-out': (place, coin, minor) =>
    hedges(place, coin)
      ? accept({ kind: 'hedge-loss', from: place, to: 'world', minor })
      : issue('place', 'hedge'),
}

const hedges = (place: TreasuryPlace, coin: AssetCode) => place === 'trading-capital' && coin === 'USDT'

function betweenOwn(
  from: TreasuryPlace,
  to: TreasuryPlace | null,
  coin: AssetCode,
  minor: bigint,
): Decision<TreasuryEnds> {
  if (to === null) return issue('to', 'required')
  if (to === from) return issue('to', 'same')
  if (!pays(to)) return issue('to', 'earned')
  if (!treasuryCoins[to].includes(coin)) return issue('to', 'coin')
  return accept({ kind: 'treasury-move', from, to, minor })
}

/** An account's money; all in the coin's smallest unit. */
export interface TreasuryStanding {
  readonly balanceMinor: bigint
  /** Set aside in the ledger: promised to the day or the unit. */
  readonly heldMinor: bigint
  /** Promised beyond that; null: cannot be known now. */
  readonly promisedMinor: bigint | null
}

/** The part of an account that is neither set aside nor promised; null: cannot be known now. */
export function treasuryFree({ balanceMinor, heldMinor, promisedMinor }: TreasuryStanding): bigint | null {
  if (promisedMinor === null) return null
  const free = balanceMinor - heldMinor - promisedMinor
  return free > 0n ? free : 0n
}

/** Refuses with `invalidInput` an amount that is not free: reserved, promised, or more than the balance. */
export function decideTakingOut(minor: bigint, standing: TreasuryStanding): Decision<bigint> {
  const free = treasuryFree(standing)
  if (free === null) return issue('amount', 'unknown')
  if (minor <= free) return accept(minor)
  return issue('amount', minor <= standing.balanceMinor ? 'promised' : 'short')
}

/**
 * Capital that open profits need: as much as keeps the console's warning away (`warnFrom`, a fraction of the capital), so that taking the
 * rest out never brings it near a halt. Nothing while customers are losing.
 */
export function promisedOfOpenProfits(openProfitMinor: bigint, warnFrom: Rate): bigint {
  if (openProfitMinor <= 0n) return 0n
  return divide(openProfitMinor * 10n ** BigInt(rateScale), warnFrom, roundUp)
}

/** A share of the margin of everything open, that losses beyond a customer's balance could take. */
export const promisedOfMargin = (marginMinor: bigint, share: Rate): bigint =>
  divide(marginMinor * share, 10n ** BigInt(rateScale), roundUp)

/** Amounts of the operator's accounts, in USDT's smallest unit. */
export interface TradingFunds {
  readonly capitalMinor: bigint
  readonly openProfitMinor: bigint
  /** Free for losses beyond a customer's balance. */
  readonly lossCoverMinor: bigint
}

/** Reports whether new positions are offered: the capital must exceed the sum customers would win, and losses beyond a balance must be covered. */
export const tradingIsFunded = ({ capitalMinor, openProfitMinor, lossCoverMinor }: TradingFunds): boolean =>
  capitalMinor > 0n && capitalMinor > openProfitMinor && lossCoverMinor > 0n
