/**
 * Ends this process, as SIGTERM would, once its parent has ended. npm sends a signal to the shell between it and this process,
 * and the shell does not pass it on: without this, `kill <npm's number>` would leave the server running. Not for `nohup`, which
 * npm outlives.
 */
export function endWithParent() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}
