import { Amount, parseRate, type Rate } from '@candor/money'
import type { OptionTariff } from '@candor/rules'
import type { Json } from '../../platform/json.ts'
import type { OptionPurchasePorts } from './option-purchase-ports.ts'

/** All operator settings of options, at their present values. */
export interface OptionSettings {
  readonly tariff: OptionTariff
  readonly disabledMarkets: readonly string[]
  readonly realCountries: readonly string[]
}

export async function readSettings({ parameters }: OptionPurchasePorts): Promise<OptionSettings> {
  const [payouts, stakeMin, stakeMax, openMost, settleSeconds, disabled, countries] = await Promise.all([
    parameters.value('options.payouts'),
    parameters.value('options.stakeMin'),
    parameters.value('options.stakeMax'),
    parameters.value('options.openMost'),
    parameters.value('options.settleWithinSeconds'),
    parameters.value('options.disabledMarkets'),
    parameters.value('options.realCountries'),
  ])
  return {
    tariff: {
      payouts: payoutsOf(payouts),
      stakeMinMinor: minorOf(stakeMin),
      stakeMaxMinor: minorOf(stakeMax),
      openMost: Number(openMost),
      settleWithinMs: Number(settleSeconds) * 1000,
    },
    disabledMarkets: textsOf(disabled),
    realCountries: textsOf(countries),
  }
}

/** Throws for a parameter that cannot be read: reports the operator's mistake at once instead of guessing. */
const wrong = (what: string): never => {
  throw new Error(`the parameter ${what} cannot be read`)
}

function payoutsOf(value: Json): ReadonlyMap<number, Rate> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return wrong('options.payouts')
  return new Map(
    Object.entries(value).map(([seconds, rate]) => [
      Number(seconds),
      parseRate(String(rate)) ?? wrong('options.payouts'),
    ]),
  )
}

const minorOf = (value: Json): bigint =>
  Amount.parse('USDT', String(value))?.minor ?? wrong('options.stakeMin or options.stakeMax')

const textsOf = (value: Json): readonly string[] => (Array.isArray(value) ? value.map(String) : [])
