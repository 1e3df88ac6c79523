import { type BoardQuote, journalRow } from '@candor/rules'
import { CompositeArray, type Place } from '../../platform/database/composite-type.ts'
import type { Effect, EventOf, PendingNotice } from './effect.ts'
import { type OrderRow, orderChange, orderEvent, orderInsert, orderKey } from './order-types.ts'

/** Rows of a batch, table by table, as `orders_commit` takes them. */
export class EffectRows {
  readonly keys = new CompositeArray(orderKey)
  readonly inserts = new CompositeArray(orderInsert)
  readonly changes = new CompositeArray(orderChange)
  readonly events = new CompositeArray(orderEvent)
  readonly notices: ReturnType<typeof noticeRow>[] = []
  private readonly quotesByNumber = new Map<string, ReturnType<typeof journalRow>>()

  /** Every quote to be journalled, once. */
  get quotes(): readonly ReturnType<typeof journalRow>[] {
    return [...this.quotesByNumber.values()]
  }

  journal(quotes: readonly BoardQuote[]): void {
    for (const quote of quotes) this.quotesByNumber.set(`${quote.code} ${quote.seq}`, journalRow(quote))
  }

  /** Adds the rows of the effect at this place of the batch. */
  add(item: Place<'item'>, effect: Effect): void {
    this.addKey(item, effect)
    this.addRow(item, effect.row)
    this.addEvent(item, { ...effect.event, orderId: effect.position.id, number: effect.eventNumber })
    for (const row of effect.relatedChanges?.rows ?? []) this.addRow(item, row)
    for (const event of effect.relatedChanges?.events ?? []) this.addEvent(item, event)
    for (const notice of effect.notices) this.notices.push(noticeRow(item, effect, notice))
    this.journal(effect.quotes)
  }

  private addKey(item: Place<'item'>, { idempotency, shownOrder }: Effect): void {
    if (idempotency === null) return
    const { userId, key } = idempotency
    this.keys.push({
      item,
      user_id: userId,
      key: key.key,
      call: key.call,
      body_hash: key.bodyHash,
      answer: shownOrder,
    })
  }

  private addRow(item: Place<'item'>, row: OrderRow): void {
    if (row.form === 'insert') this.inserts.push({ item, identity: row.identity, state: row.state })
    else this.changes.push({ item, id: row.id, state: row.state })
  }

  private addEvent(item: Place<'item'>, { orderId, number, kind, at, details }: EventOf): void {
    this.events.push({ item, order_id: orderId, number, kind, at, facts: details })
  }
}

const noticeRow = (item: Place<'item'>, { account, event }: Effect, notice: PendingNotice) => ({
  n: item,
  id: notice.id,
  user_id: account.userId,
  mode: account.mode,
  kind: notice.kind,
  once: notice.once,
  code: notice.code,
  order_id: notice.orderId,
  at: event.at,
  facts: notice.values,
})
