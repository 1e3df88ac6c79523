/** A change of the schema of existing databases. */
export interface Migration {
  /** The folder's name: `0001-fee-classes`. */
  readonly name: string
  readonly sql: string
  /** SHA-256 of `sql`, hex. */
  readonly checksum: string
  /** `rolling`: processes of the version before go on working while it runs and afterwards. `stop`: all of them must have ended. */
  readonly upgrade: 'rolling' | 'stop'
}

/** Reads the declaration `Upgrade: rolling.` in a migration's `why.md`. Without one it needs a stop. */
export const upgradeOf = (why: string): Migration['upgrade'] =>
  /^Upgrade: rolling\b/m.test(why) ? 'rolling' : 'stop'
