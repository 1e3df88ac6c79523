import type { Option } from '@candor/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { serverNow, useServerNow } from '../live/server-time.ts'
import { useApiQuery } from '../session/calls/use-call.ts'
import { type PagedList, usePages } from '../session/calls/use-pages.ts'
import { useSession } from '../session/session-store.ts'

export const optionTabs = ['open', 'closed'] as const
export type OptionTab = (typeof optionTabs)[number]

/** Interval at which an expired option is reloaded, in case the account's socket is disconnected. */
const pollMs = 2_000

export function useOptions(status: OptionTab, code?: string): PagedList<Option> {
  const list = usePages('listOptionsOrder', { status, ...(code === undefined ? {} : { code }) })
  usePollWhenOver(status === 'open' ? list.items : undefined)
  return list
}

/** The options running on one market. */
export function useRunning(code: string): readonly Option[] {
  const { isLogin } = useSession()
  const { data } = useApiQuery('listOptionsOrder', { status: 'open', code, limit: 50 }, { enabled: isLogin })
  usePollWhenOver(data?.items)
  return data?.items ?? []
}

/** One option, reloaded once it should have been settled. */
export function useOption(id: string) {
  const read = useApiQuery('getOptionsOrderById', { id })
  usePollWhenOver(read.data === undefined ? undefined : [read.data])
  return read
}

const isOver = (option: Option): boolean =>
  option.status === 'open' && Date.parse(option.expiresAt) <= serverNow()

/** The account's socket reports settlements; while an option is over but not settled, the list is also loaded repeatedly. */
export function usePollWhenOver(options: readonly Option[] | undefined): void {
  const queries = useQueryClient()
  const now = useServerNow(pollMs)
  useEffect(() => {
    if (now === 0 || options === undefined || !options.some(isOver)) return
    for (const name of ['listAllOrders', 'listOptionsOrder', 'getOptionsOrderById', 'getUserInfo'])
      void queries.invalidateQueries({ queryKey: [name] })
  }, [now, options, queries])
}
