import type { Generated } from 'kysely'

export interface InstallationTable {
  /** One row, written when the database was made and never changed. */
  db_installation: { only_row: Generated<boolean>; sandbox: boolean; decided_at: Generated<Date> }
}
