import { type ComponentType, lazy } from 'react'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** Time after which a page at rest fetches its later parts, in ms. */
const restMs = 3_000

/**
 * Like React's `lazy`, for a part that opens within a page: it is fetched ahead once the page rests, so that a lost connection does not replace
 * the page by an error when the part opens. A browser that saves data fetches it when the part opens.
 */
export function laterPart<Props extends object>(load: Load<Props>) {
  setTimeout(() => savesData() || atRest(() => load().catch(() => undefined)), restMs)
  return lazy(load)
}

/** Safari has no idle callbacks. */
const atRest: (work: () => unknown) => unknown =
  'requestIdleCallback' in globalThis ? (work) => requestIdleCallback(work) : (work) => work()

/** Checks whether the reader told the browser to save data, where the browser says so. */
function savesData(): boolean {
  const connection: unknown = Reflect.get(globalThis.navigator ?? {}, 'connection')
  return connection instanceof Object && Reflect.get(connection, 'saveData') === true
}
