/** Returns the packages of a lock file that those named need, by their place in a folder of their own. */
export function lockedPackages<Entry>(
  packages: Readonly<Record<string, Entry>>,
  workspace: string,
  names: readonly string[],
): Record<string, Entry>
