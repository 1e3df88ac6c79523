import { withData } from '../apps/server/src/cli/open-data.ts'
import type { RunningServer } from './running-server.ts'

/** A newer version of the terms, as an operator publishes one. */
export async function publishTerms(server: RunningServer): Promise<void> {
  await withData(server.dataDir, async ({ db }) => {
    await db.pool.query(
      `INSERT INTO content_versions (article_id, language, version, title, description, body, written_at)
       SELECT article_id, language, version + 1, title, description, body, $1 FROM content_versions
        WHERE article_id = 'terms' AND language = 'en' ORDER BY version DESC LIMIT 1`,
      [Date.now()],
    )
  })
}
