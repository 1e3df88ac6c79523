import { contentCalls, contentOps } from '@candor/contract'
import { defineModule, type ServerContext } from '../module.ts'
import { ArticleShelf } from './article-shelf.ts'
import { contentOpsHandlers } from './content-ops.ts'
import { contentHandlers } from './routes.ts'
import { addSampleContent } from './sample-content.ts'

/** The articles customers read; an installation starts with ours and puts its own details in. */
export const contentModule = defineModule({
  name: 'content',
  calls: contentCalls,
  opsCalls: contentOps,
  open: async (context: ServerContext, _ports: Record<string, never>) => {
    const { db, clock } = context
    await addSampleContent(db, clock.now())
    const shelf = new ArticleShelf(context)
    return {
      handlers: contentHandlers(shelf),
      backOffice: { handlers: contentOpsHandlers(context, () => shelf.lookAgain()) },
    }
  },
})
