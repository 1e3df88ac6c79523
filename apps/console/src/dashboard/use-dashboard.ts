import type { QueueWork } from '@candor/contract'
import { mostCounted } from '@candor/contract'
import { useOps } from '../session/use-ops.ts'

/** Loads what waits for the operator, for the dashboard and the list of pages alike. */
export const useDashboard = () => useOps('opsDashboard', {}, { everyMs: 20_000 })

/** Writes a count, which ends at a bound. */
export const countText = (count: number): string =>
  count < mostCounted ? String(count) : `${mostCounted - 1}+`

/** The address of a page in the console. */
export const pathOf = (page: QueueWork['page']): string => `/${page}`
