import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keepConnected, type SocketLike, waitBeforeTry } from './reconnecting-socket.ts'

class Wire implements SocketLike {
  static all: Wire[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: (() => void) | null = null
  onerror: (() => void) | null = null
  readonly sent: string[] = []
  closed = false
  constructor() {
    Wire.all.push(this)
  }
  send(text: string) {
    this.sent.push(text)
  }
  close() {
    this.closed = true
  }
}

function connect(silenceMs?: number) {
  const states: string[] = []
  const texts: string[] = []
  const socket = keepConnected({
    open: () => new Wire(),
    onText: (text) => texts.push(text),
    onState: (state) => states.push(state),
    hello: () => ['hello'],
    random: () => 1,
    ...(silenceMs === undefined ? {} : { silenceMs }),
  })
  return { socket, states, texts, wire: (at: number) => Wire.all[at] as Wire }
}

describe('a socket that comes back', () => {
  beforeEach(() => {
    Wire.all = []
    vi.useFakeTimers()
  })
  afterEach(() => vi.useRealTimers())

  test('greets at every new connection and hands over what it hears', () => {
    const { socket, states, texts, wire } = connect()
    socket.say('too early')
    wire(0).onopen?.()
    wire(0).onmessage?.({ data: '[1]' })
    socket.say('later')
    expect(wire(0).sent).toEqual(['hello', 'later'])
    expect(texts).toEqual(['[1]'])
    expect(states).toEqual(['connecting', 'open'])
    socket.stop()
  })
  test('tries again after growing waits, and starts over once it worked', () => {
    const { socket, states, wire } = connect()
    wire(0).onclose?.()
    vi.advanceTimersByTime(499)
    expect(Wire.all).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(Wire.all).toHaveLength(2)
    wire(1).onclose?.()
    vi.advanceTimersByTime(999)
    expect(Wire.all).toHaveLength(2)
    vi.advanceTimersByTime(1)
    wire(2).onopen?.()
    wire(2).onclose?.()
    vi.advanceTimersByTime(500)
    expect(Wire.all).toHaveLength(4)
    expect(states).toEqual(['connecting', 'lost', 'lost', 'open', 'lost'])
    socket.stop()
  })
  test('makes a new connection after a long silence', () => {
    const { socket, wire } = connect()
    wire(0).onopen?.()
    vi.advanceTimersByTime(24_000)
    wire(0).onmessage?.({ data: 'x' })
    vi.advanceTimersByTime(24_000)
    expect(Wire.all).toHaveLength(1)
    vi.advanceTimersByTime(1_000)
    expect(wire(0).closed).toBe(true)
    expect(Wire.all).toHaveLength(2)
    socket.stop()
  })
  test('waits as long for a message as its server is quiet', () => {
    const { socket, wire } = connect(75_000)
    wire(0).onopen?.()
    vi.advanceTimersByTime(74_999)
    expect(Wire.all).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(Wire.all).toHaveLength(2)
    socket.stop()
  })
  test('stops for good when told to', () => {
    const { socket, wire } = connect()
    wire(0).onclose?.()
    socket.stop()
    vi.advanceTimersByTime(60_000)
    expect(Wire.all).toHaveLength(1)
  })
  test('does not wait when the network is back', () => {
    const { socket, wire } = connect()
    wire(0).onclose?.()
    socket.retryNow()
    expect(Wire.all).toHaveLength(2)
    wire(1).onopen?.()
    socket.retryNow()
    expect(Wire.all).toHaveLength(2)
    socket.stop()
  })
  test('waits are doubled up to a quarter of a minute, half of them chance', () => {
    expect([0, 1, 2, 10].map((tries) => waitBeforeTry(tries, 1))).toEqual([500, 1_000, 2_000, 15_000])
    expect(waitBeforeTry(10, 0)).toBe(7_500)
  })
})
