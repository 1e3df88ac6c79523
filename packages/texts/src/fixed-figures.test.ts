import { expect, test } from 'vitest'
import { readTexts } from './read-catalog.ts'

/**
 * Texts that name an amount, a share or a time by themselves, each with why no operator can change it. What a parameter decides stands
 * in a text as a placeholder, so that the page says what holds.
 */
const fixed: Readonly<Record<string, readonly string[]>> = {
  'a span that is added up, or that a list shows, a quantile or a unit': [
    'accounts.profile.day',
    'accounts.worth.resolution',
    'execution.most',
    'execution.slippage.text',
    'execution.waitMost',
    'content.vip.how',
    'content.vip.volume',
    'content.vip.traded',
    'fees.list.vip.tiers',
    'home.markets.day',
    'markets.sort.change.meaning',
    'markets.sort.volume.meaning',
    'orders.stats.span.month',
    'orders.stats.span.year',
    'orders.ticket.levelUnit.range.hint',
    'statement.period.7',
    'statement.period.30',
    'statement.period.90',
    'statement.period.365',
    'status.withdrawals',
    'status.incidents.none',
    'status.halts',
    'status.cancellations',
    'status.losing.text',
    'status.losing.fewText',
    'status.losing.share',
    'status.measures.volume24h',
    'withdraw.record.title',
  ],
  'a rule of the platform (rulebook), not a parameter': [
    'accounts.field.totp.hint',
    'accounts.reset.none.text',
    'convert.lead',
    'help.intro.1.text',
    'notifications.notice.unfunded',
    'orders.oneClick.confirm.undo',
    'orders.problem.leverage.below',
    'savings.yearly.note',
    'smart.compare.payout.text',
    'signin.email.change.text',
    'smart.review.next',
    'trust.text',
    'trust.amount.hint',
    'trust.pause.end',
    'trust.pause.ask',
    'trust.data.export.text',
    'trust.closing.ask.text',
    'trust.closing.confirm',
  ],
  'part of the loan’s written agreement': ['agreement.payout.text'],
  'an example, or a choice of the customer': [
    'loans.terms.note',
    'trust.check.leverage',
    'trust.check.leverage.a',
    'trust.check.leverage.why',
    'trust.pause.day',
    'trust.pause.week',
    'trust.pause.month',
  ],
  'a manner of speaking': [
    'accounts.register.risk',
    'content.vip.empty',
    'home.risk',
    'instruments.about.crypto',
    'shell.footer.risk',
    'smart.next.soon',
    'smart.next.soon.short',
  ],
}

const number =
  '(?:\\d[\\d,.]*|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|fifteen|twenty|thirty|sixty|ninety)'
const span = '(?:second|minute|hour|day|week|month)'
const time = '(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)'
const figure = new RegExp(
  [
    `(?<![\\w.])${number}[ \\u00a0-]?(?:USDT|BTC|ETH|DEMO|%|×|per cent|[kMG]B|${time})(?!\\w)`,
    `\\b(?:within|after|in) an? ${span}\\b`,
    `\\ban? ${span} (?:later|after|before|ahead)\\b`,
  ].join('|'),
  'i',
)

test('no text states a figure that a parameter decides: each figure in a text is listed with the reason it is fixed', () => {
  const found = Object.entries(readTexts('en')).flatMap(([file, messages]) =>
    Object.entries(messages).flatMap(([key, text]) => (figure.test(text) ? [`${file}.${key}`] : [])),
  )
  expect(found.sort()).toEqual(Object.values(fixed).flat().sort())
})
