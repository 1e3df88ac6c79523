import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { seededChance } from '../../market-data/feeds/simulated/chance.ts'
import { Refusal, Unreachable } from '../http/refusal.ts'
import { Bus } from './bus.ts'
import { LossyNetwork, type LossyWire } from './lossy-network.ts'

// Time is virtual and chance is seeded: each seed plays the same every time.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const log = { warn: () => undefined, error: () => undefined }
const faults = { lose: 0.15, double: 0.2, delayMs: 400 }
const seeds = Array.from({ length: 40 }, (_, n) => n + 1)
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The database that both engines write to: a key has one effect, and only the newest fence may write. */
class Books {
  fence = 0n
  readonly effects = new Map<string, number>()

  write(fence: bigint, key: string, once: boolean): string {
    if (fence < this.fence) throw new Error('overtaken')
    const before = this.effects.get(key) ?? 0
    if (before === 0 || !once) this.effects.set(key, before + 1)
    return `did ${key}`
  }
}

interface SentRequest {
  readonly key: string
  readonly repeatable: boolean
  outcome: unknown
}

/** The end of the first leader: it lives on, ends in order, is killed, or is overtaken without noticing. */
type End = 'none' | 'resigns' | 'killed' | 'overtaken'

class Play {
  readonly books = new Books()
  readonly sentRequests: SentRequest[] = []
  private readonly chance: () => number
  private readonly network: LossyNetwork
  private readonly buses: Bus[] = []

  constructor(seed: number) {
    const { uniform } = seededChance(seed)
    this.chance = () => uniform()
    this.network = new LossyNetwork(faults, this.chance)
  }

  async run(end: End): Promise<void> {
    const [one, first, second] = [await this.join(), await this.join(), await this.join()]
    this.lead(first, 1n)
    const requests = Promise.all([this.sendAll(one.bus, 'one'), this.sendAll(second.bus, 'two')])
    const ending = this.endOf(first, second, end)
    await vi.advanceTimersByTimeAsync(30_000)
    await Promise.all([requests, ending])
    await Promise.all(this.buses.map((bus) => bus.close()))
  }

  private async join(): Promise<{ readonly bus: Bus; readonly wire: LossyWire }> {
    const wire = this.network.wire()
    const bus = await Bus.open(wire, log)
    this.buses.push(bus)
    return { bus, wire }
  }

  private lead({ bus }: { readonly bus: Bus }, fence: bigint): void {
    this.books.fence = fence
    bus.lead('engine', fence, async (name, [key]) => {
      if (name === 'refused') throw new Refusal('insufficientFunds', { key })
      await wait(this.chance() * 300)
      const reply = this.books.write(fence, String(key), name === 'repeatable')
      await wait(this.chance() * 300)
      return reply
    })
  }

  private async endOf(
    first: { readonly bus: Bus; readonly wire: LossyWire },
    second: { readonly bus: Bus },
    end: End,
  ): Promise<void> {
    await wait(3_000 + this.chance() * 1_000)
    if (end === 'none') return
    if (end === 'resigns') first.bus.resign('engine')
    if (end === 'killed') first.wire.cut()
    await wait(this.chance() * 1_500)
    this.lead(second, 2n)
  }

  private async sendAll(bus: Bus, who: string): Promise<void> {
    const requests: Promise<void>[] = []
    for (let n = 0; n < 40; n++) {
      requests.push(this.sendOne(bus, `${who} ${n}`))
      await wait(this.chance() * 300)
    }
    await Promise.all(requests)
  }

  private async sendOne(bus: Bus, key: string): Promise<void> {
    const name = ['repeatable', 'repeatable', 'once', 'refused'][Math.floor(this.chance() * 4)] ?? 'once'
    const one: SentRequest = { key, repeatable: name !== 'once', outcome: 'hangs' }
    this.sentRequests.push(one)
    one.outcome = await bus
      .call('engine', name, [key], { repeatable: one.repeatable })
      .catch((error: unknown) => (error instanceof Refusal ? error.details : error))
  }
}

/** Checks the promises that no fault of the wire may break. */
function expectOneEffectEach({ sentRequests, books }: Play, seed: number): void {
  for (const { key, outcome } of sentRequests) {
    const effects = books.effects.get(key) ?? 0
    const [did, refused] = [outcome === `did ${key}`, (outcome as { key?: unknown }).key === key]
    const known = did || refused || outcome instanceof Error
    expect(known, `seed ${seed}: ${key} was answered ${String(outcome)}`).toBe(true)
    expect(effects, `seed ${seed}: effects of ${key}`).toBeLessThanOrEqual(did ? 1 : refused ? 0 : 1)
    if (did) expect(effects, `seed ${seed}: ${key} was said to be done`).toBe(1)
  }
}

test('issue 11.10: while a leader lives, every request gets a response and has one effect, despite loss, doubling and reordering', async () => {
  for (const seed of seeds) {
    const play = new Play(seed)
    await play.run('none')
    expectOneEffectEach(play, seed)
    expect(
      play.sentRequests.filter(({ outcome }) => outcome instanceof Error),
      `seed ${seed}: left without an answer`,
    ).toEqual([])
  }
})

test.each(['resigns', 'killed', 'overtaken'] as const)(
  'issue 11.10: when the leader %s, the next one answers repeatable requests with one effect, and no request hangs',
  async (end) => {
    for (const seed of seeds) {
      const play = new Play(seed)
      await play.run(end)
      expectOneEffectEach(play, seed)
      const unanswered = play.sentRequests.filter(({ outcome }) => outcome instanceof Error)
      const unexpected = unanswered.filter(
        ({ repeatable, outcome }) => repeatable && outcome instanceof Unreachable,
      )
      expect(unexpected, `seed ${seed}: left without an answer`).toEqual([])
    }
  },
)

test('issue 11.10: published messages arrive in order and never twice; late ones are dropped', async () => {
  for (const seed of seeds) {
    const { uniform } = seededChance(seed)
    const network = new LossyNetwork(faults, uniform)
    const [one, two] = [await Bus.open(network.wire(), log), await Bus.open(network.wire(), log)]
    const heard: number[] = []
    await two.on('recorded', ({ EURUSD = 0 }) => heard.push(EURUSD))
    for (let n = 1; n <= 200; n++) {
      one.publish('recorded', { EURUSD: n })
      await vi.advanceTimersByTimeAsync(uniform() * 100)
    }
    await vi.advanceTimersByTimeAsync(1_000)
    expect(heard.length).toBeGreaterThan(20)
    expect(heard, `seed ${seed}`).toEqual([...new Set(heard)].sort((a, b) => a - b))
    await Promise.all([one.close(), two.close()])
  }
})
