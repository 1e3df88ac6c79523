import { TestRunner } from 'vitest'

/**
 * Fails the tests of a file whose `beforeAll` fails: Stryker takes skipped tests for passed ones, and a mutant that no server can start
 * with for a survivor. Loads no further test file once a test has failed: the modules of a server take longer than most tests.
 */
export default class BailRunner extends TestRunner {
  hasFailed = false

  async onBeforeRunSuite(suite) {
    const failures = []
    const caught =
      (hook) =>
      async (...given) => {
        try {
          return await hook(...given)
        } catch (error) {
          failures.push(error)
        }
      }
    const hooks = TestRunner.getSuiteHooks(suite)
    hooks.beforeAll = hooks.beforeAll.map(caught)
    hooks.beforeEach.unshift(() => {
      if (failures.length > 0) throw failures[0]
    })
    await super.onBeforeRunSuite(suite)
  }

  cancel(reason) {
    this.hasFailed = true
    super.cancel(reason)
  }

  importFile(path, source) {
    return this.hasFailed && source === 'collect' ? undefined : super.importFile(path, source)
  }
}
