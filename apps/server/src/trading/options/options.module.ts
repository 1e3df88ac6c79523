import { defineModule } from '../../module.ts'
import { countOpen, optionsEarnedSince } from './options-store.ts'

/** Options, apart from the engine that settles them. */
export const optionsModule = defineModule({
  name: 'options',
  open: ({ db }) => ({
    closureBlockers: async (tx, userId) => {
      const open = (await countOpen(tx, userId, 'real')) + (await countOpen(tx, userId, 'demo'))
      return open > 0 ? ['orders'] : []
    },
    earnedSince: (userId, mode, sinceMs) => optionsEarnedSince(db.query, { userId, mode }, sinceMs),
  }),
})
