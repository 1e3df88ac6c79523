import type { Json } from '../../platform/json.ts'
import type { Bounds } from './bounds.ts'
import type { Fits } from './fits.ts'

interface Rule {
  readonly value: Json
  /** Readable by everyone through getParamByKey. */
  readonly open?: true
  /** Requirement of a value, in addition to the type of the default. */
  readonly fits?: Fits
  /** The range that `fits` accepts, shown where the parameter is changed. */
  readonly range?: Bounds
}

/** A fee, minimum, limit or deadline: changed as a tariff, by two people, announced before it holds (trust T18). */
export type AnnouncedNumber = { readonly tariff: Bounds; readonly fourEyes: true; readonly open: true }
/** A list of terms, changed and announced as one; `fits` bounds it. */
export type AnnouncedList = {
  readonly list: true
  readonly fourEyes: true
  readonly open: true
  readonly fits: Fits
}
/** A list of countries: changed one country at a time, on the countries' page. */
type OfCountries = { readonly countries: true; readonly fourEyes: true }
/** Part of what is lent: changed as a whole, on the page of loan products (ADR-134). */
type OfOffer = { readonly offer: true; readonly fourEyes: true }
/**
 * Operators change it at once: `noTerm` states why no customer's money or time depends on it, or why it cannot wait a day.
 * `fourEyes`: two operators (⚖ in the rulebook).
 */
type AtOnce = { readonly noTerm: string; readonly fourEyes?: true }

/**
 * Way in which a parameter changes: exactly one of these, so that a customer's term cannot be added without declaring it (ADR-161).
 */
type HowItChanges = AnnouncedNumber | AnnouncedList | OfCountries | OfOffer | AtOnce

/** One number or text an operator can read and change. */
export type ParameterRule = Rule & HowItChanges

/** Returns the page that changes a parameter, by its own rules; null: the parameters page. */
export function pageOf(rule: ParameterRule): 'tariff' | 'countries' | 'loans' | null {
  if ('tariff' in rule || 'list' in rule) return 'tariff'
  if ('countries' in rule) return 'countries'
  return 'offer' in rule ? 'loans' : null
}
