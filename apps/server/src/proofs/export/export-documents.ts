import { FileResponse } from '../../platform/http/handlers.ts'
import { orAbsent } from './export-receipts.ts'
import type { ExportFile, Item } from './write-export.ts'

/** Yields the document of each record that has one. Holds a single one in memory: a document can be large. */
export async function* documentFiles(
  read: (id: string) => Promise<unknown>,
  items: readonly Item[],
  folder: string,
): AsyncGenerator<ExportFile> {
  for (const { id } of items) {
    const file = await orAbsent(read(String(id)))
    if (file === null) continue
    if (!(file instanceof FileResponse)) throw new Error(`the document of ${String(id)} is no file`)
    yield { path: `${folder}/${file.fileName}`, content: file.body }
  }
}
