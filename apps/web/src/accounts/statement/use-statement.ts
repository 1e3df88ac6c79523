import type { AssetCode } from '@candor/money'
import type { StatementGroup } from '@candor/rules/accounts/statement-groups.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { callServer } from '../../session/calls/call-server.ts'
import { callKey } from '../../session/calls/use-call.ts'
import { useSession } from '../../session/session-store.ts'
import type { StatementRange } from './statement-form.ts'

const pageSize = 50

/** Limits a statement to a group of entries or to an asset; without either all of it is shown. */
export interface StatementFilter {
  readonly group?: StatementGroup | undefined
  readonly asset?: AssetCode | undefined
}

/** The statement of a period, page by page, newest first. */
export function useStatement(range: StatementRange, { group, asset }: StatementFilter = {}) {
  useSession()
  const input = {
    limit: pageSize,
    ...range,
    ...(group === undefined ? {} : { group }),
    ...(asset === undefined ? {} : { asset }),
  }
  const query = useInfiniteQuery({
    queryKey: [...callKey('statement', input), 'pages'],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      callServer('statement', { ...input, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    getNextPageParam: (last) => last.nextCursor,
  })
  return { query, lines: query.data?.pages.flatMap(({ items }) => items) }
}
