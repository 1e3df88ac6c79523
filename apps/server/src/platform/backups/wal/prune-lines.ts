import { dayMs } from '@candor/rules/time-units.ts'
import type { BackupStore } from '../backup-store.ts'
import { linesFolder, listBases, readStamp } from './wal-names.ts'

/**
 * Removes what no second of the last `days` days needs: base backups before the newest that is older than that, the segments and changed
 * files before the oldest one left, and whole lines that another one has replaced since before.
 */
export async function pruneLines(store: BackupStore, days: number, now: Date): Promise<readonly string[]> {
  const sinceMs = now.getTime() - days * dayMs
  const bases = await listBases(store)
  const removed: string[] = []
  for (const line of new Set(bases.map((base) => base.line))) {
    const own = bases.filter((base) => base.line === line)
    const first = own.findLast(({ doneMs }) => doneMs <= sinceMs) ?? own[0]
    if (first === undefined) continue
    const last = own.at(-1) ?? first
    const isReplaced = bases.some(
      (base) => base.doneMs <= sinceMs && base.begunMs > last.doneMs && base.line !== line,
    )
    const needed = isReplaced ? [] : own.filter(({ doneMs }) => doneMs >= first.doneMs)
    const names = new Set(needed.flatMap(({ name, entry }) => [name, entry]))
    const objects = await store.list(`${linesFolder}${line}/`)
    const old = objects.filter(({ name }) => isReplaced || (!names.has(name) && isBefore(name, first)))
    if (isReplaced) await store.removeDrafts(`${linesFolder}${line}/`)
    removed.push(...old.map(({ name }) => name))
  }
  // Entries first: a base backup that is named can be restored.
  removed.sort((a, b) => Number(b.includes('/bases/')) - Number(a.includes('/bases/')))
  // No cases: names of one store.
  for (const name of removed) await store.remove(name)
  return removed
}

/** Decides by the name: segments are in the order of their names within a timeline, and a line has one. */
function isBefore(name: string, first: { readonly segment: string; readonly begunMs: number }): boolean {
  const [, , kind, file = ''] = name.split('/')
  if (kind === 'wal') return file.length >= 24 && file.slice(0, 24) < first.segment
  if (kind === 'files') return readStamp(file.replace(/\.files$/, '')) < first.begunMs
  if (kind === 'base') return readStamp(file.replace(/\.base$/, '')) < first.begunMs
  return kind === 'bases' && readStamp(file.split('_')[2] ?? '') < first.begunMs
}
