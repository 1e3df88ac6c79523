import {
  clustersOutside,
  isLeft,
  type OutsideCluster,
  removeCluster,
} from '../platform/database/embedded/outside.ts'
import { say } from './say.ts'

/** Lists databases that root keeps outside closed data folders; `removeLeft` removes those whose data folder is gone. */
export function showClustersCommand({ removeLeft }: { readonly removeLeft?: true }): void {
  const all = clustersOutside()
  if (all.length === 0) say('Every database is in its data folder.')
  for (const cluster of all) {
    const remove = removeLeft === true && isLeft(cluster)
    if (remove) removeCluster(cluster)
    say(`${cluster.folder}: ${remove ? 'removed' : stateOf(cluster)}`)
  }
}

function stateOf(cluster: OutsideCluster): string {
  const { dataDir, running } = cluster
  if (running) return `a PostgreSQL runs on it${dataDir === null ? '' : `, for ${dataDir}`}`
  if (dataDir === null) return 'of an earlier release, which did not record its data folder'
  return isLeft(cluster) ? `left over: ${dataDir} is gone` : `the database of ${dataDir}`
}
