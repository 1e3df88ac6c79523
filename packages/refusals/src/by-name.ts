/** The same constants as one namespace that can be searched. Its list of names is a module of its own, so that a page that only compares loads none. */
export * from './codes.ts'
