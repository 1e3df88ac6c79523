import type { FastifyInstance } from 'fastify'
import { defineModule, type ServerContext } from '../../../module.ts'
import { serveInstallationProof } from './installation-proof.ts'

/** Proof that a server is of this installation, for `candor doctor`. */
export const installationProofModule = defineModule({
  name: 'installation-proof',
  open: (_context: ServerContext, { installationKey }: { readonly installationKey: Buffer }) => ({
    pages: (app: FastifyInstance) => serveInstallationProof(app, installationKey),
  }),
})
