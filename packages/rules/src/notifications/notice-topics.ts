/** What customers may choose about, together; a kind of notice that none of the others holds is `other`. */
export const noticeTopics = ['margin', 'orders', 'markets', 'loans', 'invites', 'support', 'other'] as const
export type NoticeTopic = (typeof noticeTopics)[number]

const topics: Readonly<Record<string, NoticeTopic>> = {
  marginCall: 'margin',
  stopOut: 'margin',
  trigger: 'orders',
  filled: 'orders',
  unfunded: 'orders',
  expired: 'orders',
  roll: 'markets',
  split: 'markets',
  optionSplit: 'markets',
  dividend: 'markets',
  halted: 'markets',
  resumed: 'markets',
  inviteJoined: 'invites',
  inviteCommission: 'invites',
  supportAnswered: 'support',
}

export const topicOf = (kind: string): NoticeTopic =>
  topics[kind] ?? (kind.startsWith('loan') ? 'loans' : 'other')

/** Where a customer is told of a topic: on the pages, by e-mail, by web push. */
export interface NoticeChoice {
  readonly site: boolean
  readonly email: boolean
  readonly push: boolean
}

/**
 * What holds until a customer chooses: what cannot wait is mailed too. Push says nothing until a browser was turned on for it.
 */
export const usualChoice: Readonly<Record<NoticeTopic, NoticeChoice>> = {
  margin: { site: true, email: true, push: true },
  orders: { site: true, email: false, push: true },
  markets: { site: true, email: false, push: false },
  loans: { site: true, email: false, push: true },
  invites: { site: true, email: false, push: false },
  support: { site: true, email: true, push: true },
  other: { site: true, email: false, push: false },
}

/** A margin call and the end of a position are always said on the pages: nobody loses money unseen. */
export const alwaysOnSite: readonly NoticeTopic[] = ['margin']

/** What is decided about money lent is written to the customer whatever they chose; those letters are the outbox's own. */
export const alwaysMailed: readonly NoticeTopic[] = ['loans']

/** What has a letter of its own, sent whatever was chosen: its notice is not mailed besides. */
export const hasOwnLetter = (kind: string): boolean =>
  kind === 'accountFrozen' || kind === 'depositReversed' || alwaysMailed.includes(topicOf(kind))

/** A choice as it is kept: what is always said stays said. */
export const keptChoice = (topic: NoticeTopic, choice: NoticeChoice): NoticeChoice => ({
  ...choice,
  site: choice.site || alwaysOnSite.includes(topic),
  email: choice.email || alwaysMailed.includes(topic),
})

/**
 * Whether we may send to a push service: its origin is one of those the operator lists, `https://*.example` standing for every host below it.
 * A browser names the address, so anybody could name any; an address with a user or password is none.
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
