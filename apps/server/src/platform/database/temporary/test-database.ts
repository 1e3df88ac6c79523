import { inject } from 'vitest'
import { cloneDatabase, type TestDatabase } from './clone-database.ts'

export type { TestDatabase } from './clone-database.ts'

/** A migrated database without rows for this test alone; call `dispose` at its end. `max` bounds its pool. */
export const freshDatabase = ({ max = 10 }: { readonly max?: number } = {}): Promise<TestDatabase> =>
  cloneDatabase(inject('testCluster'), 'template', max)

/** A database without any table, as before the first migration. */
export const emptyDatabase = (): Promise<TestDatabase> => cloneDatabase(inject('testCluster'), 'nothing', 10)
