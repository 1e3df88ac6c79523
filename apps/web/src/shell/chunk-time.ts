/** How long a part of the interface is waited for (specification §7). */
export const chunkTimeoutMs = 120_000

/** Loads a part of the interface, or gives up after two minutes, as one that could not be loaded. */
export const inChunkTime =
  <Module>(load: () => Promise<Module>) =>
  async (): Promise<Module> => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('a part of the page took too long')), chunkTimeoutMs)
    })
    try {
      return await Promise.race([load(), tooLong])
    } finally {
      clearTimeout(timer)
    }
  }
