import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CallResult } from '../session/call-server.ts'
import { callKey, useAct } from '../session/use-call.ts'

type Answer = CallResult<'listSupport'>

/** The badge keeps one answer, the conversation several: in both nothing is unread any more. */
const asRead = (kept: Answer | InfiniteData<Answer> | undefined) => {
  if (kept === undefined) return kept
  if (!('pages' in kept)) return { ...kept, unread: 0 }
  return { ...kept, pages: kept.pages.map((page) => ({ ...page, unread: 0 })) }
}

/** What is shown is read, once the page is looked at: the badge goes at once, and the server is told a single time. */
export function useReadThrough(unread: number): void {
  const queries = useQueryClient()
  const { mutate } = useAct('readSupport')
  useEffect(() => {
    if (unread === 0) return
    const read = async () => {
      if (document.visibilityState !== 'visible') return
      const queryKey = callKey('listSupport')
      // An answer on its way was given before this was read and would bring the badge back.
      await queries.cancelQueries({ queryKey })
      queries.setQueriesData<Answer | InfiniteData<Answer>>({ queryKey }, asRead)
      mutate({}, { onSettled: () => void queries.invalidateQueries({ queryKey: ['listSupport'] }) })
    }
    void read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [unread, mutate, queries])
}
