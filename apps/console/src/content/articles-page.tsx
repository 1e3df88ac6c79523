import type { ArticleInHand } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { SearchInput } from '@candor/ui/controls/search-input.tsx'
import { Badge, EmptyState } from '@candor/ui/feedback.tsx'
import { Table } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { FileText } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Link, useLocation, useRoute } from 'wouter'
import { useOps } from '../session/use-ops.ts'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'
import { ShownFrom, titleOf } from './article-details.tsx'
import { ArticleEditor } from './article-editor.tsx'
import { languageNames, languageOrder, sections, standingOf, types } from './languages.ts'
import { NewArticleDialog } from './new-article-dialog.tsx'

/** Articles for customers: the list with the missing languages of each, or one article to edit. */
export function ArticlesPage() {
  const [, params] = useRoute<{ id: string }>('/content/:id')
  return params === null ? <ArticleList /> : <OneArticle key={params.id} id={params.id} />
}

function OneArticle({ id }: { readonly id: string }) {
  const query = useOps('opsArticles', {})
  return (
    <div className="p-6">
      <Shown query={query}>
        {(articles) => {
          const article = articles.find((one) => one.id === id)
          return article === undefined ? (
            <EmptyState
              icon={<FileText aria-hidden />}
              title="Article not found"
              text="Check the spelling of its name."
            />
          ) : (
            <ArticleEditor article={article} />
          )
        }}
      </Shown>
    </div>
  )
}

type Which = 'all' | 'missing' | 'outdated' | 'hidden'
const choices = [
  { value: 'all', label: 'All' },
  { value: 'missing', label: 'Translation missing' },
  { value: 'outdated', label: 'Translation outdated' },
  { value: 'hidden', label: 'Hidden' },
] as const

function ArticleList() {
  const query = useOps('opsArticles', {})
  const [which, setWhich] = useState<Which>('all')
  const [search, setSearch] = useState('')
  const [adding, setAdding] = useState(false)
  const typed = useDeferredValue(search.trim().toLowerCase())
  const fits = (article: ArticleInHand) =>
    isOf(which, article) &&
    [article.id, ...article.newest.map(({ title }) => title)].some((text) =>
      text.toLowerCase().includes(typed),
    )
  return (
    <div className="p-6">
      <PageHead
        title="Content"
        text="Pages, questions, notices and promotions. Where a translation is missing, the English is shown and marked as such."
      >
        <Link href="/feeds" className="text-14 text-accent">
          Feeds
        </Link>
        <CsvButton name="articles" rows={() => rowsOf((query.data ?? []).filter(fits))} />
        <Button onClick={() => setAdding(true)}>New article …</Button>
      </PageHead>
      <div className="mb-4 flex flex-wrap items-center gap-4">
        <div className="w-full max-w-form">
          <SearchInput
            autoFocus
            aria-label="Search articles"
            placeholder="Title or name"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        <SegmentedControl label="Filter" choices={choices} value={which} onChange={setWhich} />
      </div>
      <Card flush>
        <Shown query={query}>{(articles) => <Articles articles={articles.filter(fits)} />}</Shown>
      </Card>
      {adding && <NewArticleDialog onClose={() => setAdding(false)} />}
    </div>
  )
}

function Articles({ articles }: { readonly articles: readonly ArticleInHand[] }) {
  const [, go] = useLocation()
  if (articles.length === 0)
    return (
      <EmptyState
        icon={<FileText aria-hidden />}
        title="No articles found"
        text="No article matches your search and filter."
      />
    )
  return (
    <Table
      label="Articles"
      rows={articles}
      rowKey={({ id }) => id}
      onRow={({ id }) => go(`/content/${id}`)}
      columns={columns}
    />
  )
}

const columns = [
  {
    key: 'title',
    title: 'Title',
    cell: (article: ArticleInHand) => (
      <Link href={`/content/${article.id}`} className="font-medium text-ink no-underline">
        {titleOf(article)}
      </Link>
    ),
  },
  {
    key: 'where',
    title: 'Type, section',
    cell: ({ type, section }: ArticleInHand) => `${types[type]}, ${sections[section]}`,
  },
  { key: 'shown', title: 'Published', cell: (article: ArticleInHand) => <ShownFrom article={article} /> },
  {
    key: 'languages',
    title: 'Languages',
    cell: (article: ArticleInHand) => <Languages article={article} />,
  },
]

function Languages({ article }: { readonly article: ArticleInHand }) {
  const lacking = languageOrder
    .map((language) => ({ language, standing: standingOf(article, language) }))
    .filter(({ standing }) => standing !== 'current')
  if (lacking.length === 0) return <Badge tone="good">all ten</Badge>
  return (
    <span className="flex flex-wrap gap-1">
      {lacking.map(({ language, standing }) => (
        <Badge key={language} tone={standing === 'missing' ? 'bad' : 'warn'}>
          {`${languageNames[language]} ${standing}`}
        </Badge>
      ))}
    </span>
  )
}

function isOf(which: Which, article: ArticleInHand): boolean {
  if (which === 'all') return true
  if (which === 'hidden') return article.withdrawnAt !== null || Date.parse(article.publishedAt) > Date.now()
  return languageOrder.some((language) => standingOf(article, language) === which)
}

const rowsOf = (articles: readonly ArticleInHand[]) => [
  ['name', 'title', 'type', 'section', 'shown from', 'withdrawn', ...languageOrder],
  ...articles.map((one) => [
    one.id,
    titleOf(one),
    types[one.type],
    sections[one.section],
    one.publishedAt,
    one.withdrawnAt ?? '',
    ...languageOrder.map((language) => standingOf(one, language)),
  ]),
]
