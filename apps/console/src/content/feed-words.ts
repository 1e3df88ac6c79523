import type { FeedFailureReason, FeedFailureShown, FeedInHand } from '@candor/contract'
import { languageNames } from './languages.ts'

export const feedKindNames: Readonly<Record<FeedInHand['kind'], string>> = {
  news: 'News (RSS or Atom)',
  calendar: 'Calendar (iCalendar)',
}

const failures: Readonly<Record<FeedFailureReason, string>> = {
  url: 'The URL is not a valid http or https address',
  credentials: 'The URL contains a username or password',
  port: 'The port is not 80 or 443',
  address: 'The host is not a public address',
  dns: 'The host has no address',
  unreachable: 'The host could not be reached',
  timeout: 'The host took longer than 10 seconds',
  status: 'The host refused the request',
  redirect: 'Too many redirects, or one from https to http',
  tooLarge: 'The document is larger than 1 MB',
  encoding: 'The document is compressed or in an unknown encoding',
  format: 'The document is not a feed of this kind',
  doctype: 'The document contains a document type definition',
}

/** The reason in one line, with what it is about. */
export const failureWords = ({ reason, detail }: FeedFailureShown): string =>
  detail === null ? failures[reason] : `${failures[reason]} (${detail})`

/** Words for refused fields of the form. */
export const feedIssueWords: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(failures).map(([reason, words]) => [reason, `${words}.`])),
  too_many: 'There are already 50 feeds. Remove one first.',
  too_small: 'Enter a whole number from 5 to 1440.',
  too_big: 'Enter a whole number from 5 to 1440.',
  invalid_type: 'Enter a whole number from 5 to 1440.',
}

export const languageOf = ({ language }: Pick<FeedInHand, 'language'>): string =>
  language === null ? 'All readers' : languageNames[language]
