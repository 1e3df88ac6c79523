import type { ArticleInHand, ArticleVersion, Language } from '@candor/contract'
import { ArticleBody } from '@candor/ui/article-body.tsx'
import { Button, buttonClass } from '@candor/ui/controls/button.tsx'
import { Tabs } from '@candor/ui/controls/choices.tsx'
import { Field, TextInput } from '@candor/ui/controls/field.tsx'
import { TextArea } from '@candor/ui/controls/text-area.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { type FormEvent, useDeferredValue, useState } from 'react'
import { Link } from 'wouter'
import { sentenceOf } from '../session/failure.ts'
import { useOps, useOpsMutation } from '../session/use-ops.ts'
import { momentOf } from '../shell/moments.ts'
import { PageHead } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'
import { ShownFrom, titleOf } from './article-details.tsx'
import { dropDraft, keepDraft, readDraft, type Text } from './drafts.ts'
import { languageNames, languageOrder, standingOf } from './languages.ts'
import { PlaceDialog } from './place-dialog.tsx'

/** One article: its text in each language with a preview, its versions, and its position. */
export function ArticleEditor({ article }: { readonly article: ArticleInHand }) {
  const [language, setLanguage] = useState<Language>('en')
  const [placing, setPlacing] = useState(false)
  const versions = useOps('opsArticleVersions', { id: article.id })
  return (
    <>
      <PageHead title={titleOf(article)} text={`/detail?id=${article.id}`}>
        <ShownFrom article={article} />
        <a
          href={`/#/detail?id=${article.id}`}
          target="_blank"
          rel="noopener"
          className={buttonClass('secondary')}
        >
          View as a customer
        </a>
        <Button variant="secondary" onClick={() => setPlacing(true)}>
          Position and date …
        </Button>
      </PageHead>
      <p className="mb-4">
        <Link href="/content" className="text-14">
          All articles
        </Link>
      </p>
      <Tabs
        label="Language"
        value={language}
        onChange={setLanguage}
        panelId="article-text"
        choices={languageOrder.map((value) => {
          const standing = standingOf(article, value)
          return {
            value,
            label: standing === 'current' ? languageNames[value] : `${languageNames[value]} · ${standing}`,
          }
        })}
      />
      <div id="article-text" role="tabpanel" className="mt-5">
        <Shown query={versions}>
          {(all) => (
            <Writing
              key={`${language} ${newestOf(all, language)?.version ?? 0}`}
              id={article.id}
              language={language}
              versions={all}
            />
          )}
        </Shown>
      </div>
      {placing && <PlaceDialog article={article} onClose={() => setPlacing(false)} />}
    </>
  )
}

const newestOf = (versions: readonly ArticleVersion[], language: Language): ArticleVersion | undefined =>
  versions.find((one) => one.language === language)

const empty: Text = { title: '', description: '', body: '' }

interface WritingProps {
  readonly id: string
  readonly language: Language
  readonly versions: readonly ArticleVersion[]
}

function Writing({ id, language, versions }: WritingProps) {
  const newest = newestOf(versions, language)
  const write = useOpsMutation('opsWriteArticle')
  const [text, setText] = useState<Text>(() => readDraft(id, language) ?? newest ?? empty)
  const change = (part: Partial<Text>) => {
    const next = { ...text, ...part }
    setText(next)
    keepDraft(id, language, next)
  }
  const from = newest?.version ?? 0
  const isNew = (['title', 'description', 'body'] as const).some(
    (part) => text[part] !== (newest?.[part] ?? ''),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { title, description, body } = text
    write.mutate(
      { id, language, from, title, description, body },
      {
        onSuccess: ({ version }) => {
          dropDraft(id, language)
          toast(`Version ${version} in ${languageNames[language]} published.`, 'good')
        },
      },
    )
  }
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <form onSubmit={submit} className="flex flex-col gap-5">
        <Fields language={language} text={text} onChange={change} />
        {write.error !== null && <Banner tone="bad">{sentenceOf(write.error)}</Banner>}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" disabled={!isNew} busy={write.isPending}>
            {`Publish version ${from + 1}`}
          </Button>
          {isNew && newest !== undefined && (
            <Button
              variant="quiet"
              onClick={() => {
                setText(newest)
                dropDraft(id, language)
              }}
            >
              Revert to version {from}
            </Button>
          )}
          <span className="text-12 text-ink-3">
            {isNew ? 'Draft kept on this device until you publish it.' : 'No changes.'}
          </span>
        </div>
        <Versions versions={versions.filter((one) => one.language === language)} onTake={change} />
      </form>
      <Preview language={language} text={text} />
    </div>
  )
}

function Fields({
  language,
  text,
  onChange,
}: {
  readonly language: Language
  readonly text: Text
  readonly onChange: (part: Partial<Text>) => void
}) {
  const reads = { lang: language, dir: language === 'ar' ? 'rtl' : 'ltr' } as const
  return (
    <>
      <Field label="Title">
        {(control) => (
          <TextInput
            {...control}
            {...reads}
            required
            maxLength={200}
            value={text.title}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label="Summary" hint="Plain text, shown in lists. For a question, the whole answer.">
        {(control) => (
          <TextArea
            {...control}
            {...reads}
            required
            maxLength={2000}
            rows={3}
            value={text.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Text"
        hint="Markdown: ## heading, **strong**, - list, [words](#/market), ![words](/picture). [[…]] marks a gap for your own details."
      >
        {(control) => (
          <TextArea
            {...control}
            {...reads}
            required
            maxLength={60000}
            rows={20}
            className="font-mono"
            value={text.body}
            onChange={(event) => onChange({ body: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}

function Preview({ language, text }: { readonly language: Language; readonly text: Text }) {
  const body = useDeferredValue(text.body)
  const query = useOps('opsPreviewArticle', { body })
  // The previous preview stays until the next one is ready.
  const [html, setHtml] = useState('')
  if (query.data !== undefined && query.data.html !== html) setHtml(query.data.html)
  return (
    <Card>
      <h2 className="mb-3 font-medium text-12 text-ink-3">Preview</h2>
      <div lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'}>
        <h1 className="font-semibold text-28 text-ink">{text.title}</h1>
        <ArticleBody html={html} />
      </div>
    </Card>
  )
}

function Versions({
  versions,
  onTake,
}: {
  readonly versions: readonly ArticleVersion[]
  readonly onTake: (text: Text) => void
}) {
  if (versions.length === 0) return null
  return (
    <section>
      <h2 className="mb-2 font-semibold text-14 text-ink">Versions</h2>
      <ul className="divide-y divide-hairline">
        {versions.map(({ version, title, description, body, writtenAt, writtenBy }) => (
          <li key={version} className="flex items-center justify-between gap-4 py-2 text-14">
            <span className="min-w-0">
              <span className="text-ink">{`${version}. ${title}`}</span>
              <span className="block text-12 text-ink-3">
                {`${momentOf(writtenAt)}, ${writtenBy ?? 'came with the installation'}`}
              </span>
            </span>
            <Button variant="secondary" size="s" onClick={() => onTake({ title, description, body })}>
              Use this text
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
