import type { Article } from '@candor/contract'

/** Where an article is read (specification §2): advertisements at their own address. */
export function addressOf({ id, title, type }: Pick<Article, 'id' | 'title' | 'type'>): string {
  const query = new URLSearchParams(type === 4 ? { id } : { id, title })
  return `${type === 4 ? '/adv/detail' : '/detail'}?${query}`
}
