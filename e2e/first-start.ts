import { makeFirstStart } from './running-server.ts'

/** Playwright's globalSetup. */
export default makeFirstStart
