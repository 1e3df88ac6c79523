import { describe, expect, it } from 'vitest'
import { provesReasons, type StatedEvent, type WatchedLevel, watchedSince } from './watched-since.ts'

const event = (number: number, kind: string, more: Partial<StatedEvent> = {}): StatedEvent => ({
  number,
  kind,
  at: number * 100_000,
  quote: { seq: number * 10 },
  ...more,
})
const stop = (stopLoss: string | null) => ({ exits: { stopLoss } })
const opened = event(1, 'open', stop('1.1'))
const since = (event: number, level: string, seq: number | null, at = event * 100_000) => ({
  ...{ event, level, seq, at },
  trailingFrom: null,
})

describe('I11.18c: the event since which an order watched a level', () => {
  it('a stop loss set with the order counts from the quote it opened at', () => {
    expect(watchedSince([opened], 2, 'stopLoss')).toEqual(since(1, '1.1', 10))
    expect(watchedSince([event(1, 'open', { ...stop('1.1'), quote: null })], 2, 'stopLoss')).toEqual(
      since(1, '1.1', null),
    )
  })

  it('each level is its own: a change of the target leaves the stop loss where it was', () => {
    const exits = { stopLoss: '1.1', takeProfit: '1.3', price: '1.2', trailing: '0.1' }
    const first = event(1, 'open', { exits })
    const second = event(2, 'edit', { since: { seq: 27 }, exits: { ...exits, takeProfit: '1.4' } })
    const levels: [WatchedLevel, object][] = [
      ['stopLoss', since(1, '1.1', 10)],
      ['takeProfit', since(2, '1.4', 27)],
      ['trailing', since(1, '0.1', 10)],
    ]
    for (const [level, expected] of levels) expect(watchedSince([first, second], 3, level)).toEqual(expected)
  })

  it('there is none without an opening, without the level, or where only later events set it', () => {
    expect(watchedSince([], 2, 'stopLoss')).toBeNull()
    expect(watchedSince([event(1, 'place', stop('1.1'))], 2, 'stopLoss')).toBeNull()
    expect(watchedSince([opened], 2, 'takeProfit')).toBeNull()
    expect(watchedSince([event(1, 'open', stop(null))], 2, 'stopLoss')).toBeNull()
    expect(watchedSince([opened], 1, 'stopLoss')).toBeNull()
    const later = event(2, 'edit', stop('1.2'))
    expect(watchedSince([opened, later], 2, 'stopLoss')).toEqual(since(1, '1.1', 10))
  })

  it('an event that states no levels changes nothing', () => {
    expect(watchedSince([opened, event(2, 'swap'), event(3, 'edit')], 4, 'stopLoss')).toEqual(
      since(1, '1.1', 10),
    )
  })

  it('a change to the same level goes on watching; to another level it begins after the last quote before it', () => {
    const same = event(2, 'edit', { ...stop('1.1'), since: { seq: 27 } })
    const other = event(3, 'edit', { ...stop('1.12'), since: { seq: 38 } })
    expect(watchedSince([opened, same], 4, 'stopLoss')).toEqual(since(1, '1.1', 10))
    expect(watchedSince([opened, same, other], 4, 'stopLoss')).toEqual(since(3, '1.12', 38))
    const unknown = event(3, 'edit', { ...stop('1.12'), since: null })
    expect(watchedSince([opened, unknown], 4, 'stopLoss')).toEqual(since(3, '1.12', null))
    expect(watchedSince([opened, event(3, 'edit', stop('1.12'))], 4, 'stopLoss')).toEqual(
      since(3, '1.12', null),
    )
  })

  it('a second opening or placement restarts nothing: an order has one of each', () => {
    expect(watchedSince([opened, event(2, 'open', stop('1.1'))], 3, 'stopLoss')).toEqual(since(1, '1.1', 10))
    const placed = (number: number) => event(number, 'place', { exits: { price: '1.05' } })
    expect(watchedSince([placed(1), placed(2)], 3, 'price')).toEqual(since(1, '1.05', 10))
  })

  it('a level taken away is not watched, and set again it begins there', () => {
    const away = event(2, 'edit', { ...stop(null), since: { seq: 27 } })
    const again = event(3, 'edit', { ...stop('1.1'), since: { seq: 38 } })
    expect(watchedSince([opened, away], 4, 'stopLoss')).toBeNull()
    expect(watchedSince([opened, event(2, 'edit', { exits: {} })], 4, 'stopLoss')).toBeNull()
    expect(watchedSince([opened, away, again], 4, 'stopLoss')).toEqual(since(3, '1.1', 38))
  })

  it('exits of a waiting order are watched from its opening on, its own level from its placement on', () => {
    const exits = { price: '1.05', stopLoss: '1.1' }
    const placed = event(1, 'place', { exits })
    const edited = event(2, 'edit', { since: { seq: 15 }, exits: { ...exits, stopLoss: '1.0' } })
    const filled = event(3, 'open', { exits: { ...exits, stopLoss: '1.0' } })
    expect(watchedSince([placed, edited], 3, 'price')).toEqual(since(1, '1.05', 10))
    expect(watchedSince([placed, edited, filled], 4, 'price')).toEqual(since(1, '1.05', 10))
    expect(watchedSince([placed, edited, filled], 4, 'stopLoss')).toEqual(since(3, '1.0', 30))
    const moved = event(4, 'edit', { since: { seq: 35 }, exits: { price: '1.04' } })
    expect(watchedSince([placed, moved], 5, 'price')).toEqual(since(4, '1.04', 35))
  })

  it('a split begins it a minute later without a quote, even where the level stays the same', () => {
    expect(watchedSince([opened, event(2, 'split', stop('1.1'))], 3, 'stopLoss')).toEqual(
      since(2, '1.1', null, 260_000),
    )
  })

  it('a roll begins it at the first quote of the new contract, which counts itself', () => {
    expect(watchedSince([opened, event(2, 'roll', stop('1.1'))], 3, 'stopLoss')).toEqual(since(2, '1.1', 19))
    const unquoted = event(2, 'roll', { ...stop('1.1'), quote: null })
    expect(watchedSince([opened, unquoted], 3, 'stopLoss')).toEqual(since(2, '1.1', null))
  })

  it('a trailing stop begins where it was set again or its distance changed, and keeps the best price it began with', () => {
    const exits = { trailing: '0.1', trailingFrom: '1.2' }
    const first = event(1, 'open', { exits })
    expect(watchedSince([first], 2, 'trailing')).toEqual({ ...since(1, '0.1', 10), trailingFrom: '1.2' })
    const untouched = event(2, 'edit', { since: { seq: 27 }, exits: { trailing: '0.1', trailingFrom: null } })
    expect(watchedSince([first, untouched], 3, 'trailing')).toEqual({
      ...since(1, '0.1', 10),
      trailingFrom: '1.2',
    })
    const again = event(2, 'edit', { since: { seq: 27 }, exits: { ...exits, trailingFrom: '1.3' } })
    expect(watchedSince([first, again], 3, 'trailing')).toEqual({
      ...since(2, '0.1', 27),
      trailingFrom: '1.3',
    })
    const farther = event(2, 'edit', { since: { seq: 27 }, exits: { trailing: '0.2' } })
    expect(watchedSince([first, farther], 3, 'trailing')).toEqual(since(2, '0.2', 27))
    // A trailing stop set again restarts no other level.
    const both = event(2, 'edit', { since: { seq: 27 }, exits: { ...again.exits, stopLoss: '1.1' } })
    expect(watchedSince([opened, both], 3, 'stopLoss')).toEqual(since(1, '1.1', 10))
  })
})

it.each([
  [['place exits', 'open exits', 'close'], true],
  [['open exits', 'edit', 'roll'], true],
  [['place', 'open exits'], false],
  [['place exits', 'open'], false],
  [[], true],
])('I11.18c: events %j of a receipt can prove its reasons: %s', (events, proves) => {
  const stated = events.map((text) => {
    const [kind = '', exits] = text.split(' ')
    return exits === undefined ? { kind } : { kind, exits: {} }
  })
  expect(provesReasons(stated)).toBe(proves)
})
