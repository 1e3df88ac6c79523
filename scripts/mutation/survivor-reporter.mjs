import { relative } from 'node:path'
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

const reported = new Set(['Survived', 'NoCoverage', 'Timeout'])

/** Prints a mutant that survived or timed out as soon as it was tested: the tables come at the end of the run. */
const reporter = {
  onMutantTested({ status, fileName, location, mutatorName, replacement = '' }) {
    if (!reported.has(status)) return
    const place = `${relative(process.cwd(), fileName)}:${location.start.line}:${location.start.column}`
    process.stdout.write(`${status} ${place} ${mutatorName}: ${replacement.replaceAll(/\s+/g, ' ')}\n`)
  },
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Reporter, 'survivors', reporter)]
