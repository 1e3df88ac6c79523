/** Topics for which customers choose their notices. A kind of notice outside the other topics belongs to `other`. */
export const noticeTopics = ['margin', 'orders', 'markets', 'loans', 'invites', 'support', 'other'] as const
export type NoticeTopic = (typeof noticeTopics)[number]

const topics: Readonly<Record<string, NoticeTopic>> = {
  marginCall: 'margin',
  stopOut: 'margin',
  trigger: 'orders',
  filled: 'orders',
  unfunded: 'orders',
  notTaken: 'orders',
  expired: 'orders',
  roll: 'markets',
  split: 'markets',
  optionSplit: 'markets',
  dividend: 'markets',
  rollCancelled: 'markets',
  splitCancelled: 'markets',
  dividendCancelled: 'markets',
  halted: 'markets',
  resumed: 'markets',
  inviteJoined: 'invites',
  inviteCommission: 'invites',
  supportAnswered: 'support',
}

/** Finds the topic of a kind of notice; unknown kinds belong to `other`. */
export const topicOf = (kind: string): NoticeTopic =>
  topics[kind] ?? (kind.startsWith('loan') ? 'loans' : 'other')

/** Channels for the notices of a topic: on the site, by e-mail, by web push. */
export interface NoticeChoice {
  readonly site: boolean
  readonly email: boolean
  readonly push: boolean
}

/** Defaults until a customer chooses: urgent topics go by e-mail too. Push sends nothing until a browser was enabled for it. */
export const usualChoice: Readonly<Record<NoticeTopic, NoticeChoice>> = {
  margin: { site: true, email: true, push: true },
  orders: { site: true, email: false, push: true },
  markets: { site: true, email: false, push: false },
  loans: { site: true, email: false, push: true },
  invites: { site: true, email: false, push: false },
  support: { site: true, email: true, push: true },
  other: { site: true, email: false, push: false },
}

/** A margin call and the end of a position always appear on the site, so that no loss stays unseen. */
export const alwaysOnSite: readonly NoticeTopic[] = ['margin']

/** Decisions about loans are always e-mailed, regardless of the customer's choice; the outbox writes those e-mails itself. */
export const alwaysMailed: readonly NoticeTopic[] = ['loans']

/** Reports whether a kind has its own e-mail, sent regardless of the customer's choice. Its notice is then not e-mailed a second time. */
export const hasOwnLetter = (kind: string): boolean =>
  kind === 'accountFrozen' || kind === 'depositReversed' || alwaysMailed.includes(topicOf(kind))

/** A choice as stored: topics that always appear on the site stay on. */
export const storedChoice = (topic: NoticeTopic, choice: NoticeChoice): NoticeChoice => ({
  ...choice,
  site: choice.site || alwaysOnSite.includes(topic),
  email: choice.email || alwaysMailed.includes(topic),
})

/**
 * Reports whether we may send to a push service: its origin is one of those the operator lists. `https://*.example` allows
 * every host below it. The browser names the address, so it cannot be trusted; one with a user or password is refused.
 */
export function isPushService(endpoint: string, allowed: readonly string[]): boolean {
  const address = URL.canParse(endpoint) ? new URL(endpoint) : null
  if (address === null || address.username !== '' || address.password !== '') return false
  return allowed.some((origin) => {
    const star = /^(https?:\/\/)\*(\..+)$/.exec(origin)
    if (star === null) return address.origin === origin
    return address.origin.startsWith(star[1] ?? '') && address.origin.endsWith(star[2] ?? '')
  })
}
