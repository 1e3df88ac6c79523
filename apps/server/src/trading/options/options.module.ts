import { defineModule } from '../../module.ts'
import { countOpen } from './options-store.ts'

/** Options, apart from the engine that settles them. */
export const optionsModule = defineModule({
  name: 'options',
  open: () => ({
    closureBlockers: async (tx, userId) => {
      const open = (await countOpen(tx, userId, 'real')) + (await countOpen(tx, userId, 'demo'))
      return open > 0 ? ['orders'] : []
    },
  }),
})
