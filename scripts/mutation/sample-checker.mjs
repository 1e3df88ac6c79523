import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin'
import { chooseMutants } from './choose-mutants.mjs'

/** Stryker does not sample. A checker sees every mutant before the tests run; those that fail its check count in no score. */
class SampleChecker {
  constructor({ sample }) {
    this.sample = sample
  }

  async init() {}

  async group(mutants) {
    return [mutants.map(({ id }) => id)]
  }

  async check(mutants) {
    const chosen = new Set(chooseMutants(mutants, this.sample))
    const resultOf = ({ id }) =>
      chosen.has(id) ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' }
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, resultOf(mutant)]))
  }
}

const createSampleChecker = (options) => new SampleChecker(options)
createSampleChecker.inject = tokens(commonTokens.options)

export const strykerPlugins = [declareFactoryPlugin(PluginKind.Checker, 'sample', createSampleChecker)]
