import type { UiWords } from '@candor/ui/ui-words.tsx'

/** The words the components say themselves. The console is in English only (ADR-080). */
export const uiWords: UiWords = {
  tag: 'en-GB',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Could not copy',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  increase: 'More',
  decrease: 'Less',
  retry: 'Try again',
  search: 'Search',
  nothingFound: 'Nothing found',
  loading: 'Loading',
  up: 'up',
  down: 'down',
}
