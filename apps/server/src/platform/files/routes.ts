import type { Handlers } from '../http/handlers.ts'
import type { Files } from './files.ts'

/** Handler of this module's call. */
export const filesHandlers = (files: Files) =>
  ({
    upload: async ({ file, purpose }, { userId }) => ({ fileId: await files.upload(userId, purpose, file) }),
  }) satisfies Handlers
