import type { UiWords } from '@candor/ui/ui-words.tsx'
import type { Words } from '../session/language/language.ts'

/** The words the components say themselves, in the reader's language. */
export const uiWords = ({ t, tag }: Words): UiWords => ({
  tag,
  close: t('shell.close'),
  copy: t('shell.copy'),
  copied: t('shell.copied'),
  copyFailed: t('shell.copyFailed'),
  showPassword: t('shell.showPassword'),
  hidePassword: t('shell.hidePassword'),
  increase: t('shell.increase'),
  decrease: t('shell.decrease'),
  retry: t('shell.retry'),
  search: t('shell.searchList'),
  nothingFound: t('shell.nothingFound'),
  loading: t('shell.loading'),
  up: t('shell.up'),
  down: t('shell.down'),
})
