import { QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { ResponseCache } from './response-cache.ts'

/** A page that shows a list; the server answers when it is told to. */
function showList(cache: ResponseCache) {
  const responses: ((list: string) => void)[] = []
  const page = new QueryObserver(cache, {
    queryKey: ['listOptionsOrder', { status: 'closed' }],
    queryFn: () => new Promise<string>((resolve) => responses.push(resolve)),
    staleTime: 10_000,
  })
  page.subscribe(() => undefined)
  return { page, responses }
}

it('a list that changes while it is loaded for the first time is loaded again when it has arrived', async () => {
  const cache = new ResponseCache()
  const { page, responses } = showList(cache)
  void cache.invalidateQueries({ queryKey: ['listOptionsOrder'] })
  responses[0]?.('one option')
  await expect.poll(() => responses.length).toBe(2)
  responses[1]?.('two options')
  await expect.poll(() => page.getCurrentResult().data).toBe('two options')
  expect(responses).toHaveLength(2)
})

it('a list that does not change meanwhile is loaded once, and one that was there at once again', async () => {
  const cache = new ResponseCache()
  const { page, responses } = showList(cache)
  void cache.invalidateQueries({ queryKey: ['listAlert'] })
  responses[0]?.('one option')
  await expect.poll(() => page.getCurrentResult().data).toBe('one option')
  expect(responses).toHaveLength(1)
  void cache.invalidateQueries({ queryKey: ['listOptionsOrder'] })
  expect(responses).toHaveLength(2)
})
