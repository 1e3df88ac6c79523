/**
 * The same constants as one namespace that can be searched. Its list of names is a separate module, so that a page that only
 * compares loads none.
 */
export * from './codes.ts'
