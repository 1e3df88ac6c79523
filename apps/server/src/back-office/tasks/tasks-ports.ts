export interface TasksPorts {
  /** From accounts: usernames by id. */
  readonly customerNames: (userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
}
