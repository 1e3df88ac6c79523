import { createContext, useContext } from 'react'

/** Texts of the components themselves; the app provides them in the reader's language. */
export interface UiWords {
  /** For `Intl`. */
  readonly tag: string
  readonly close: string
  readonly copy: string
  readonly copied: string
  readonly copyFailed: string
  readonly showPassword: string
  readonly hidePassword: string
  readonly increase: string
  readonly decrease: string
  readonly retry: string
  readonly search: string
  readonly nothingFound: string
  readonly loading: string
  readonly up: string
  readonly down: string
}

const silent: UiWords = {
  tag: 'en',
  close: '',
  copy: '',
  copied: '',
  copyFailed: '',
  showPassword: '',
  hidePassword: '',
  increase: '',
  decrease: '',
  retry: '',
  search: '',
  nothingFound: '',
  loading: '',
  up: '',
  down: '',
}

export const UiWordsContext = createContext<UiWords>(silent)
export const useUiWords = (): UiWords => useContext(UiWordsContext)
