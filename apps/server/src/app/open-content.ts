import type { Console } from '../back-office/operators/console.ts'
import { ArticleShelf } from '../content/article-shelf.ts'
import { openContentOps } from '../content/content-ops.ts'
import { contentHandlers } from '../content/routes.ts'
import { addSampleContent } from '../content/sample-content.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'

/** The articles customers read; an installation starts with ours and puts its own facts in. */
export async function openContent(parts: {
  readonly db: Database
  readonly clock: Clock
  readonly console: Console
}) {
  await addSampleContent(parts.db, parts.clock.now())
  const shelf = new ArticleShelf({ ...parts, keptMs })
  openContentOps({ ...parts, changed: () => shelf.lookAgain() })
  return { handlers: contentHandlers(shelf) }
}

/** Longest delay until another process's publication is visible. */
const keptMs = 1_000
