import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryClientConfig,
} from '@tanstack/react-query'

/**
 * Responses of the server, as pages keep them. A response that is invalidated while it is loaded for the first time is loaded once more when
 * it has arrived, since it may be older than the change. The library by itself takes it for new.
 */
export class ResponseCache extends QueryClient {
  private readonly oldOnArrival = new Set<string>()

  constructor(config?: QueryClientConfig) {
    super(config)
    this.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return
      const { queryHash, queryKey } = event.query
      if (this.oldOnArrival.delete(queryHash)) void this.invalidateQueries({ queryKey, exact: true })
    })
  }

  override invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    for (const { state, queryHash } of this.getQueryCache().findAll(filters))
      if (state.fetchStatus === 'fetching' && state.data === undefined) this.oldOnArrival.add(queryHash)
    return super.invalidateQueries(filters, options)
  }
}
