import { VitestTestRunner } from 'vitest/runners'

/** Loads no further test file once a test has failed: the modules of a server take longer to load than most tests to run. */
export default class BailRunner extends VitestTestRunner {
  hasFailed = false

  cancel(reason) {
    this.hasFailed = true
    super.cancel(reason)
  }

  /** A hook that failed has failed all tests of its suite. */
  async onAfterRunSuite(suite) {
    if (suite.result?.errors?.length > 0) this.cancel('test-failure')
    await super.onAfterRunSuite(suite)
  }

  importFile(path, source) {
    return this.hasFailed && source === 'collect' ? undefined : super.importFile(path, source)
  }
}
