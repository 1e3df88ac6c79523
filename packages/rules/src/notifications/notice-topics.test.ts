import { describe, expect, it } from 'vitest'
import {
  hasOwnLetter,
  isPushService,
  noticeTopics,
  storedChoice,
  topicOf,
  usualChoice,
} from './notice-topics.ts'

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

  it.each([
    ['margin', 'marginCall stopOut'],
    ['orders', 'trigger filled unfunded notTaken expired'],
    [
      'markets',
      'roll split optionSplit dividend rollCancelled splitCancelled dividendCancelled halted resumed',
    ],
    ['loans', 'loanApproved loanOverdue loan'],
    ['invites', 'inviteJoined inviteCommission'],
    ['support', 'supportAnswered'],
    ['other', 'accountFrozen depositReversed tariff'],
  ] as const)('notices of the topic %s: %s', (topic, kinds) => {
    for (const kind of kinds.split(' ')) expect([kind, topicOf(kind)]).toEqual([kind, topic])
  })

  it('until a customer chooses, all are on the site, urgent ones are e-mailed too, and what waits for them is pushed', () => {
    expect(noticeTopics).toEqual(['margin', 'orders', 'markets', 'loans', 'invites', 'support', 'other'])
    const topicsBy = (channel: 'site' | 'email' | 'push') =>
      noticeTopics.filter((topic) => usualChoice[topic][channel])
    expect(topicsBy('site')).toEqual(noticeTopics)
    expect(topicsBy('email')).toEqual(['margin', 'support'])
    expect(topicsBy('push')).toEqual(['margin', 'orders', 'loans', 'support'])
  })

  it('an event with its own letter is not also emailed as a notice', () => {
    const kinds = ['accountFrozen', 'depositReversed', 'loanOverdue', 'supportAnswered', 'tariff']
    expect(kinds.map(hasOwnLetter)).toEqual([true, true, true, false, false])
  })

  it('a margin call cannot be taken off the pages', () => {
    const none = { site: false, email: false, push: false }
    expect(storedChoice('margin', none)).toEqual({ ...none, site: true })
    expect(storedChoice('orders', none)).toEqual(none)
    const all = { site: true, email: true, push: true }
    for (const topic of noticeTopics) expect(storedChoice(topic, all)).toEqual(all)
  })

  it('a decision about a loan cannot be taken off the e-mails', () => {
    const none = { site: false, email: false, push: false }
    expect(storedChoice('loans', none)).toEqual({ ...none, email: true })
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
    ['https://user@push.example/', false],
    ['https://:word@push.example/', false],
    ['http://eu.wns.example/w', false],
    ['https://eu.wns.example:8443/', false],
    ['http://near.test.example/', true],
    ['https://near.test.example/', false],
    ['https://odd.example/', false],
    ['http://127.0.0.1/', false],
    ['no address', false],
  ])('sends to %s: %s', (endpoint, may) => {
    // The last is no origin, and allows nothing.
    const allowed = [
      'https://push.example',
      'https://*.wns.example',
      'http://*.test.example',
      'see https://*.example',
    ]
    expect(isPushService(endpoint, allowed)).toBe(may)
  })
})
