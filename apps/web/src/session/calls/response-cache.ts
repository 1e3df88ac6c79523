import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryClientConfig,
} from '@tanstack/react-query'

/**
 * Responses of the server, as pages keep them. A response that is invalidated while it is loaded for the first time is loaded once more when
 * it has arrived, since it may be older than the change. The library by itself takes it for new.
 */
export class ResponseCache extends QueryClient {
  private readonly oldOnArrival = new WeakSet<Query>()

  constructor(config?: QueryClientConfig) {
    super(config)
    this.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return
      const { query } = event
      if (this.oldOnArrival.delete(query))
        void this.invalidateQueries({ queryKey: query.queryKey, exact: true })
    })
  }

  override invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters))
      if (query.state.fetchStatus === 'fetching' && query.state.data === undefined)
        this.oldOnArrival.add(query)
    return super.invalidateQueries(filters, options)
  }
}
