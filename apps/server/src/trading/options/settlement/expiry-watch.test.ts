import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Expiring, ExpiryWatch } from './expiry-watch.ts'

const modes = fc.constantFrom('demo' as const, 'real' as const)
const options = fc.uniqueArray(
  fc.record({ id: fc.uuid(), code: fc.constantFrom('A', 'B'), mode: modes, expiresAt: fc.nat(50) }),
  { selector: ({ id }) => id, maxLength: 80 },
)
const ends = fc.array(fc.record({ code: fc.constantFrom('A', 'B'), mode: modes, at: fc.nat(60) }), {
  maxLength: 20,
})

test('architecture: the watch gives exactly what a plain list would give, earliest end first', () => {
  fc.assert(
    fc.property(options, options, ends, (before, meanwhile, quotes) => {
      const watch = new ExpiryWatch<(typeof before)[number]>()
      let list = [...before]
      for (const option of before) watch.add(option)
      const later = [...meanwhile]
      for (const { code, mode, at } of quotes) {
        const given = watch.takeEnded({ code, mode }, at)
        const ended = ({ expiresAt, ...one }: Expiring) =>
          one.code === code && one.mode === mode && expiresAt <= at
        const due = list.filter(ended)
        expect(new Set(given)).toEqual(new Set(due))
        expect(given.map(({ expiresAt }) => expiresAt)).toEqual(
          due.map(({ expiresAt }) => expiresAt).sort((a, b) => a - b),
        )
        const next = later.splice(0, 3)
        for (const option of next) watch.add(option)
        list = [...list.filter((option) => !due.includes(option)), ...next]
        expect(watch.size).toBe(list.length)
      }
    }),
  )
})

test('one taken out by name is passed over when its end comes, and watching twice is watching once', () => {
  const place = { code: 'A', mode: 'demo' } as const
  const watch = new ExpiryWatch<Expiring>()
  const [a, b] = ['a', 'b'].map((id) => ({ ...place, id, expiresAt: 5 })) as [never, never]
  for (const option of [a, b, b]) watch.add(option)
  expect(watch.takeWhere(({ id }) => id === 'a')).toEqual([a])
  expect([watch.takeEnded(place, 5), watch.takeEnded(place, 5), watch.size]).toEqual([[b], [], 0])
})
