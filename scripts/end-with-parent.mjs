/**
 * Ends this process, as SIGTERM would, once the one that started it is gone. npm hands a signal to the shell between it and
 * us, and the shell keeps it: without this, `kill <npm's number>` would leave the server running. Not for `nohup`: npm outlives that.
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
