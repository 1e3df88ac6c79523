/** `vi.spyOn` is not among them: it changes an object that the code under test reads at every call. */
const mocksModules = /\bvi\.(?:mock|doMock)\(/

/**
 * The numbers of the lines that mock a module. Test files share loaded modules (`isolate: false` in vitest.config.ts): a mock
 * has no effect once an earlier file has loaded what it replaces, and the test then observes nothing.
 */
export const moduleMocks = (text: string): readonly number[] =>
  text.split('\n').flatMap((line, index) => (mocksModules.test(line) ? [index + 1] : []))
