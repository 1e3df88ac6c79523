import { followAccount } from '../live/account-socket.ts'

/** What happened to an order by itself is said on whatever page is open; the words for it come with the first. */
export function keepNews(): void {
  followAccount((message) => {
    if (message.type === 'alert') {
      void import('../notifications/alert-news.ts').then(
        ({ tellAlert }) => tellAlert(message),
        () => undefined,
      )
    }
    if (message.type === 'notification') {
      void import('../notifications/notice-news.ts').then(
        ({ tellNotice }) => tellNotice(message),
        () => undefined,
      )
    }
    if (message.type !== 'order' || message.data === null) return
    void import('../orders/order-news.ts').then(
      ({ tellOrderNews }) => tellOrderNews(message),
      // Without a network the lists say it when it is back.
      () => undefined,
    )
  })
}
