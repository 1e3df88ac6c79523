import type { Article } from '@candor/contract'

/** Path of an article (specification §2): advertisements have their own. */
export function addressOf({ id, title, type }: Pick<Article, 'id' | 'title' | 'type'>): string {
  const query = new URLSearchParams(type === 4 ? { id } : { id, title })
  return `${type === 4 ? '/adv/detail' : '/detail'}?${query}`
}
