import { plainRow } from '@candor/contract'
import { type Instrument, type MarketHours, marketTypeNames } from '@candor/rules'

const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** Lists an instrument's fields with their values, as the second person reads them. */
export function instrumentRowsOf(one: Instrument): (readonly [label: string, value: string])[] {
  const { names, symbols, simulation } = one
  return [
    ['Class', marketTypeNames[one.type]],
    ['Name', one.name],
    ['Names in other languages', pairsText(names)],
    ['Base and quote currency', `${one.base}, ${one.quoteCurrency}`],
    ['Decimals, tick, pip', `${one.digits}, ${one.tickSize}, ${one.pipSize}`],
    ['Contract size', `${one.contractSize} ${one.base} in one lot`],
    ['Lots: least, step, most', `${one.lotMin}, ${one.lotStep}, ${one.lotMax}`],
    ['Maximum leverage', String(one.leverageMax)],
    ['Commission per side', one.commissionRate],
    ['Spread markup', one.spreadAdded],
    ['Swap per night, long and short', `${one.swapLong}, ${one.swapShort}`],
    ['Tickers at exchanges', pairsText(symbols)],
    [
      'Simulated: price, spread, volatility',
      [simulation.price, simulation.spread, simulation.volatility].join(', '),
    ],
  ]
}

function pairsText(values: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(values).map(([key, value]) => `${key}: ${value}`)
  return pairs.length === 0 ? 'none' : pairs.join(', ')
}

/** Lists hours line by line. */
export function hoursText({ timeZone, sessions, holidays }: MarketHours) {
  return [
    plainRow('Time zone', timeZone),
    ...(sessions.length === 0 ? [plainRow('Open', 'always')] : []),
    ...sessions.map(({ days, from, to }) =>
      plainRow(
        days.map((day) => dayNames[day]).join(', '),
        `${from} to ${to}${to <= from ? ' the next day' : ''}`,
      ),
    ),
    plainRow('Holidays', holidays ?? 'none'),
  ]
}
