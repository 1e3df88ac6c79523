/**
 * Returns the action of a command, whose program is read only when it runs: every command reading what all of them need took most of the
 * time of one.
 */
export const lazily =
  <Args extends readonly unknown[]>(load: () => Promise<(...args: Args) => unknown>) =>
  async (...args: Args): Promise<void> => {
    await (await load())(...args)
  }
