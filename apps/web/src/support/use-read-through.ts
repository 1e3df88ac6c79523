import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CallResult } from '../session/calls/call-server.ts'
import { callKey, useApiMutation } from '../session/calls/use-call.ts'

type Conversation = CallResult<'listSupport'>

/** The badge caches one response, the conversation several pages: both become read. */
const asRead = (cached: Conversation | InfiniteData<Conversation> | undefined) => {
  if (cached === undefined) return cached
  if (!('pages' in cached)) return { ...cached, unread: 0 }
  return { ...cached, pages: cached.pages.map((page) => ({ ...page, unread: 0 })) }
}

/** Marks the shown messages as read once the page is visible: the badge disappears at once, and the server is called a single time. */
export function useReadThrough(unread: number): void {
  const queries = useQueryClient()
  const { mutate } = useApiMutation('readSupport')
  useEffect(() => {
    if (unread === 0) return
    const read = async () => {
      if (document.visibilityState !== 'visible') return
      const queryKey = callKey('listSupport')
      // A response on its way is older than this and would bring the badge back.
      await queries.cancelQueries({ queryKey })
      queries.setQueriesData<Conversation | InfiniteData<Conversation>>({ queryKey }, asRead)
      mutate({}, { onSettled: () => void queries.invalidateQueries({ queryKey: ['listSupport'] }) })
    }
    void read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [unread, mutate, queries])
}
