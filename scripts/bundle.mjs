import { build, stop } from 'esbuild'

let running = 0

/**
 * Bundles with esbuild, and ends its service with the last build that is running: a process of 100 MB, which otherwise stays beside the
 * server that was built.
 */
export async function bundle(options) {
  running += 1
  try {
    return await build(options)
  } finally {
    running -= 1
    if (running === 0) await stop()
  }
}
