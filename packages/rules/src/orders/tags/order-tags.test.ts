import { expect, it } from 'vitest'
import { longestTag, normalizeTag, tagIssue } from '../../tag.ts'
import { decideTags, mostTags, mostTagsOfOrder } from './order-tags.ts'

const accepted = (requested: readonly string[], others: readonly string[] = []) => {
  const decision = decideTags(requested, others)
  return decision.ok ? decision.value : decision.details
}

it('I15.10i: a tag is stored in one form, however it was typed', () => {
  expect(normalizeTag('  Caf\u0065\u0301   noir ')).toBe('Café noir')
  expect(accepted(['b', ' a ', 'A', 'b'])).toEqual(['a', 'b'])
  // Lower case alone is compared: ß has no capital that is another tag’s.
  expect(accepted(['Maß', 'Mass'])).toEqual(['Mass', 'Maß'])
  expect(accepted(['SCALP', 'new'], ['Scalp', 'Swing'])).toEqual(['Scalp', 'new'])
})

it('I15.10i: a tag has 1 to 24 characters that one can see, and no comma', () => {
  expect(tagIssue('')).toBe('too_small')
  expect(tagIssue('字'.repeat(longestTag))).toBeNull()
  expect(tagIssue('🚀'.repeat(longestTag))).toBeNull()
  expect(tagIssue('x'.repeat(longestTag + 1))).toBe('too_big')
  for (const text of ['a\u0000b', 'a\nb', '\u202eabc', '\u200b', 'a,b', '\ud800', '\ue000'])
    expect([text, tagIssue(text)]).toEqual([text, 'invalid_format'])
  expect(accepted(['fine', ' ', 'a,b'])).toMatchObject({
    issues: [
      { path: 'tags.1', code: 'too_small' },
      { path: 'tags.2', code: 'invalid_format' },
    ],
  })
})

it('I15.10i: an order has up to 5 tags, an account up to 50 different ones', () => {
  const words = (count: number, of = 't') => Array.from({ length: count }, (_, at) => `${of}${at}`)
  expect(accepted(words(mostTagsOfOrder))).toHaveLength(mostTagsOfOrder)
  expect(accepted(words(mostTagsOfOrder + 1))).toMatchObject({ most: mostTagsOfOrder })
  expect(accepted(['new'], words(mostTags - 1))).toEqual(['new'])
  expect(accepted(['new'], words(mostTags))).toMatchObject({
    issues: [{ path: 'tags', code: 'too_many' }],
    most: mostTags,
  })
  expect(accepted(['T3'], words(mostTags))).toEqual(['t3'])
  // An account may have more from before the limit, and use them.
  expect(accepted(['t3'], words(mostTags + 1))).toEqual(['t3'])
  for (const refused of [decideTags([','], []), decideTags(['new'], words(mostTags))])
    expect(refused).toMatchObject({ ok: false, code: 11001 })
  expect([mostTagsOfOrder, mostTags, longestTag]).toEqual([5, 50, 24])
  expect(accepted([], words(mostTags))).toEqual([])
})
