import { describe, expect, it } from 'vitest'
import { hasOwnLetter, isPushService, storedChoice, topicOf } from './notice-topics.ts'

describe('issue 5, Notifications: by preference', () => {
  it('every kind has a topic', () => {
    expect(['stopOut', 'filled', 'dividend', 'loanOverdue', 'supportAnswered'].map(topicOf)).toEqual([
      'margin',
      'orders',
      'markets',
      'loans',
      'support',
    ])
    expect(topicOf('somethingNew')).toBe('other')
  })

  it('an event with its own letter is not also emailed as a notice', () => {
    const kinds = ['accountFrozen', 'loanOverdue', 'supportAnswered', 'tariff']
    expect(kinds.map(hasOwnLetter)).toEqual([true, true, false, false])
  })

  it('a margin call cannot be taken off the pages', () => {
    const none = { site: false, email: false, push: false }
    expect(storedChoice('margin', none)).toEqual({ ...none, site: true })
    expect(storedChoice('orders', none)).toEqual(none)
  })

  it.each([
    ['https://push.example/send/1', true],
    ['https://eu.wns.example/w/?token=1', true],
    ['https://wns.example/', false],
    ['https://evilwns.example/', false],
    ['http://push.example/send/1', false],
    ['https://push.example:8443/', false],
    ['https://push.example.evil.test/', false],
    ['https://user:word@push.example/', false],
    ['http://127.0.0.1/', false],
    ['no address', false],
  ])('sends to %s: %s', (endpoint, may) => {
    expect(isPushService(endpoint, ['https://push.example', 'https://*.wns.example'])).toBe(may)
  })
})
