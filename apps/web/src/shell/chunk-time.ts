/** Time to wait for a part of the interface (specification §7). */
export const chunkTimeoutMs = 120_000

/** Loads a part of the interface, or fails after two minutes. */
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
