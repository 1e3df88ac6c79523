import type { QueueWork } from '@candor/contract'

/** Queues where something waits: those with late entries first, then the longest waiting. */
export const lateFirst = (queues: readonly QueueWork[]): QueueWork[] =>
  queues
    .filter(({ waiting }) => waiting > 0)
    .sort((a, b) => b.late - a.late || (a.oldestAt ?? '').localeCompare(b.oldestAt ?? ''))
