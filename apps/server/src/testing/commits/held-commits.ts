import { fixture } from '../contracts-fixture.ts'
import { releaseAtEnd } from './release-held.ts'

/** Holds back the engine's commits from now on until the returned function is called or the test ends. */
export function holdCommits(): () => void {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const restore = sendBatches(
    (send) =>
      (...args) =>
        held.then(() => send(...args)),
  )
  const release = () => {
    letGo()
    restore()
  }
  releaseAtEnd(release)
  return release
}

export type Send = (...args: unknown[]) => Promise<unknown>

/** Sends the engine's batches by way of `through` until the returned function is called. */
export function sendBatches(through: (send: Send) => Send): () => void {
  const { enginePool } = fixture.db
  const send = enginePool.query.bind(enginePool) as Send
  const sendBatch = through(send)
  const isBatch = (statement: unknown) => (statement as { name?: string }).name === 'orders-commit'
  const query: Send = (...args) => (isBatch(args[0]) ? sendBatch : send)(...args)
  Object.assign(enginePool, { query })
  return () => void Object.assign(enginePool, { query: send })
}

/** Longer than anything that waits only for a query. */
export async function roundTrips(): Promise<'undecided'> {
  for (let n = 0; n < 30; n++) await fixture.db.pool.query('SELECT 1')
  return 'undecided'
}
