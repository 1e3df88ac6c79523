// What npm installs for the server alone, in the versions of package-lock.json.

/** The folder of the lock file whose packages a package finds, going up from its own; undefined for one left out by its platform. */
function lookUp(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[place] !== undefined) return place
    if (folder === '') return undefined
  }
}

/** Names of what is installed with a package: all it depends on, but no peer that it can do without. */
function needsOf({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => peerDependenciesMeta[name]?.optional !== true,
  )
  return Object.keys({ ...dependencies, ...optionalDependencies })
    .concat(peers)
    .toSorted()
}

/**
 * Returns the packages that those named need, by their place below a folder with nothing else: a shrinkwrap's `packages`, in the
 * versions that a workspace of the lock file finds. A package lies at the top unless another version of it already does.
 */
export function lockedPackages(packages, workspace, names) {
  /** Places of what is installed, each with the place in the lock file. */
  const placed = {}
  const waiting = [{ from: workspace, place: '', names: names.toSorted() }]
  for (const { from, place, names: needed } of waiting) {
    for (const [name, locked] of installable(packages, from, needed)) {
      const seen = lookUp(placed, place, name)
      if (placed[seen] === locked) continue
      const own = `${seen === undefined ? '' : `${place}/`}node_modules/${name}`
      placed[own] = locked
      waiting.push({ from: locked, place: own, names: needsOf(packages[locked]) })
    }
  }
  const places = Object.keys(placed).toSorted()
  return Object.fromEntries(places.map((place) => [place, packages[placed[place]]]))
}

/** The packages of these names that a package finds in the lock file, without workspaces and without what it lacks. */
const installable = (packages, from, names) =>
  names
    .map((name) => [name, lookUp(packages, from, name)])
    .filter(([, locked]) => locked !== undefined && packages[locked].link !== true)
