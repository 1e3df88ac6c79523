import type { Translate } from '@candor/texts/translate.ts'
import { Mark } from '@candor/ui/mark.tsx'
import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { useT } from '../../session/language/language.ts'
import { choosePreferences } from '../../session/preferences.ts'
import { useLayout } from '../use-layout.ts'
import { useOperator } from '../use-params.ts'

const FooterArticles = lazy(() => import('../../content/footer-articles.tsx'))

const linkClass =
  'tap inline-flex items-center text-14 text-ink-2 no-underline hover:text-ink hover:underline underline-offset-4'

/** The columns: the product's own pages, and the type of the articles that follow them; null has none. */
const footerLists = (t: Translate) =>
  [
    {
      type: null,
      title: t('shell.footer.products'),
      links: [
        ['/market', t('shell.nav.market')],
        ['/loan', t('shell.nav.loan')],
        ['/nfts', t('shell.nav.nfts')],
        ['/trading', t('shell.nav.trading')],
      ],
    },
    {
      type: 1,
      title: t('shell.footer.company'),
      links: [
        ['/introduction', t('shell.footer.introduction')],
        ['/help/notice', t('shell.footer.notices')],
        ['/liabilities', t('shell.page.liabilities')],
        ['/execution', t('shell.page.execution')],
        ['/status', t('shell.page.status')],
      ],
    },
    { type: 2, title: t('shell.footer.policies'), links: [] },
    {
      type: 3,
      title: t('shell.footer.other'),
      links: [
        ['/help', t('shell.footer.help')],
        ['/help/faq', t('shell.footer.faq')],
        ['/help/fees', t('shell.page.fees')],
        ['/help/support', t('shell.supportHere')],
      ],
    },
  ] as const

/** Product links and the lists of articles (specification §2); an empty list has a note. */
export default function Footer() {
  const t = useT()
  const lists = footerLists(t)
  return (
    <footer className="mt-16 border-hairline border-t bg-surface">
      <div className="mx-auto grid max-w-page gap-x-8 gap-y-8 px-4 py-10 sm:grid-cols-2 md:px-6 lg:grid-cols-[1.4fr_1fr_1fr_1fr_1fr]">
        <div className="max-w-72">
          <Mark className="size-8" />
          <p className="mt-4 text-14 text-ink-2">{t('shell.footer.terms')}</p>
          <OperatorDetails />
        </div>
        {lists.map((list) => (
          <FooterColumn key={list.title} list={list} />
        ))}
      </div>
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-2 border-hairline border-t px-4 py-4 text-12 text-ink-3 md:px-6">
        <p className="max-w-line">{t('shell.footer.risk')}</p>
        <div className="flex items-center gap-5">
          <a href="/.well-known/candor-keys.json" className="text-ink-3 underline-offset-4 hover:text-ink">
            {t('shell.footer.keys')}
          </a>
          <LayoutSwitch />
        </div>
      </div>
    </footer>
  )
}

/** The company behind this installation, where it has stated it. */
function OperatorDetails() {
  const t = useT()
  const operator = useOperator()
  if (operator === null) return null
  const { name, address, licence, authority, email } = operator
  const company = [name, address].filter((one) => one !== '').join(', ')
  return (
    <div className="mt-4 text-12 text-ink-3 [overflow-wrap:anywhere]">
      <p>{company}</p>
      {licence !== '' && (
        <p>{t('shell.footer.licence', { licence: [licence, authority].filter(Boolean).join(', ') })}</p>
      )}
      {email !== '' && (
        <p>
          <a href={`mailto:${email}`} className="text-ink-3 underline-offset-4 hover:text-ink">
            {email}
          </a>
        </p>
      )}
    </div>
  )
}

function FooterColumn({ list }: { readonly list: ReturnType<typeof footerLists>[number] }) {
  const t = useT()
  return (
    <section>
      <h2 className="mb-1.5 font-semibold text-14 text-ink">{list.title}</h2>
      <ul>
        {list.links.map(([href, label]) => (
          <li key={href}>
            <Link href={href} className={linkClass}>
              {label}
            </Link>
          </li>
        ))}
        {list.type !== null && (
          <Suspense>
            <FooterArticles
              type={list.type}
              linkClass={linkClass}
              {...(list.links.length === 0 && { none: t('shell.footer.policiesNone') })}
            />
          </Suspense>
        )}
      </ul>
    </section>
  )
}

/** The device chooses the layout; a reader may overrule it. */
export function LayoutSwitch() {
  const t = useT()
  const layout = useLayout()
  const other = layout === 'desktop' ? 'mobile' : 'desktop'
  return (
    <button
      type="button"
      className="underline underline-offset-4 hover:text-ink"
      onClick={() => choosePreferences({ layout: other })}
    >
      {t(other === 'desktop' ? 'shell.layout.toDesktop' : 'shell.layout.toMobile')}
    </button>
  )
}
