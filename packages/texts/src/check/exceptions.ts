/** One text that may break a rule, and why. */
export interface Exception {
  /** A language, or `*` for each that the rule finds. */
  readonly language: string
  readonly key: string
  /** Words of the fault. */
  readonly fault: string
  readonly reason: string
}

const label = 'names two values next to each other, like a label'
const clock = 'says the same without a figure, as its readers do'

export const exceptions: readonly Exception[] = [
  {
    language: '*',
    key: 'receipts.published.shown',
    fault: 'needs a plural',
    reason: 'the numbers are formatted before, and a minute with one quote shows no “of”',
  },
  {
    language: '*',
    key: 'status.losing.text',
    fault: 'needs a plural',
    reason: 'the sentence appears only from many accounts on; fewer have a text of their own',
  },
  {
    language: 'zh',
    key: 'signin.phone.text',
    fault: '运营商',
    reason: 'means the mobile carrier here',
  },
  { language: '*', key: 'markets.rule.hours.always', fault: 'English states (24)', reason: clock },
  { language: '*', key: 'instruments.about.crypto', fault: 'states (24)', reason: clock },
  { language: 'ar', key: 'content.vip.how', fault: 'English states (30)', reason: 'thirty is a word here' },
  {
    language: '*',
    key: 'kyc.refused.pixels',
    fault: 'states (1600)',
    reason: 'East Asian languages count in ten thousands',
  },
  { language: 'ja', key: 'markets.chart.line.open', fault: 'Japanese and Latin', reason: label },
  { language: 'ja', key: 'markets.chart.line.entry', fault: 'Japanese and Latin', reason: label },
  { language: 'ja', key: 'options.page.title', fault: 'Japanese and Latin', reason: label },
  { language: 'ja', key: 'orders.ticket.action', fault: 'Japanese and Latin', reason: label },
]
