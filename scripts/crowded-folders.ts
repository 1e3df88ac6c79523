import { dirname } from 'node:path'

/** Most source files directly in one folder under a `src`. With more, the listing no longer shows at a glance what is there. */
export const maxFilesInFolder = 25

/** Finds the folders under a `src` that hold too many source files directly; each with its count. */
export function crowdedFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const file of files) {
    if (file.includes('/src/')) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > maxFilesInFolder)
    .map(([folder, count]) => `${folder}: ${count}`)
}
