import type { OrderType } from '@candor/contract'
import { dayMs, minuteMs } from '@candor/rules/time-units.ts'
import type { OrderTab } from './use-orders.ts'

export type ListTab = 'all' | OrderTab
export const listTabs: readonly ListTab[] = ['all', 'open', 'pending', 'closed', 'cancelled', 'expired']
export const orderTypes: readonly OrderType[] = ['contracts', 'futures', 'options', 'smart']
export const periods = ['all', '1', '7', '30', '90', 'own'] as const
export type Period = (typeof periods)[number]

/** Filters of the list of all orders. */
export interface ListFilter {
  readonly tab: ListTab
  readonly type: OrderType | 'all'
  readonly sought: string
  /** Tag that the orders have; empty: all orders. */
  readonly tag: string
  readonly period: Period
  /** First and last day of a custom period, by the reader's calendar; empty: no bound. */
  readonly fromDay: string
  readonly toDay: string
}

export const everything: ListFilter = {
  tab: 'open',
  type: 'all',
  sought: '',
  tag: '',
  period: 'all',
  fromDay: '',
  toDay: '',
}

/** Input of the call. Relative periods are rounded to a whole minute, so that the query stays the same while the list is shown. */
export function requestOfFilter(
  { tab, type, sought, tag, period, fromDay, toDay }: ListFilter,
  nowMs: number,
) {
  const q = sought.trim()
  return {
    ...(tab === 'all' ? {} : { status: [tab] }),
    ...(type === 'all' ? {} : { type: [type] }),
    ...(q === '' ? {} : { q }),
    ...(tag === '' ? {} : { tag }),
    ...(period === 'own' ? ownPeriod(fromDay, toDay) : lastDays(period, nowMs)),
  }
}

function lastDays(period: Exclude<Period, 'own'>, nowMs: number): { from?: string } {
  if (period === 'all') return {}
  return { from: new Date(Math.floor(nowMs / minuteMs) * minuteMs - Number(period) * dayMs).toISOString() }
}

function ownPeriod(fromDay: string, toDay: string): { from?: string; to?: string } {
  return {
    ...(fromDay === '' ? {} : { from: new Date(`${fromDay}T00:00:00`).toISOString() }),
    ...(toDay === '' ? {} : { to: new Date(`${toDay}T23:59:59.999`).toISOString() }),
  }
}
