// What npm installs for the server alone, in the versions of package-lock.json.

/** The folder of the lock file whose packages a package finds, going up from its own; undefined for one left out by its platform. */
function lookUp(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[place] !== undefined) return place
    if (folder === '') return undefined
  }
}

const needsOf = ({ dependencies = {}, optionalDependencies = {}, peerDependencies = {} }) =>
  Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }).toSorted()

/**
 * Returns the packages that those named need, by their place below a folder with nothing else: a shrinkwrap's `packages`, in the
 * versions that a workspace of the lock file finds. A package lies at the top unless another version of it already does.
 */
export function lockedPackages(packages, workspace, names) {
  const placed = new Map()
  const waiting = [{ from: workspace, place: '', names: names.toSorted() }]
  for (const { from, place, names: needed } of waiting) {
    for (const name of needed) {
      const locked = lookUp(packages, from, name)
      if (locked === undefined || packages[locked].link === true) continue
      const seen = lookUp(Object.fromEntries(placed), place, name)
      if (seen !== undefined && placed.get(seen).locked === locked) continue
      const own = seen === undefined ? `node_modules/${name}` : `${place}/node_modules/${name}`
      placed.set(own, { locked, entry: packages[locked] })
      waiting.push({ from: locked, place: own, names: needsOf(packages[locked]) })
    }
  }
  const byPlace = [...placed].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(byPlace.map(([place, { entry }]) => [place, entry]))
}
