import { useLocation } from 'wouter'
import { CharityBooks } from './charity/charity-books.tsx'
import { Market } from './market/market.tsx'
import { charityPath, marketPath, minePath } from './nft-paths.ts'
import { OneWork } from './one-work.tsx'
import { OwnArtworks } from './own-artworks.tsx'

const pages: Readonly<Record<string, () => React.JSX.Element>> = {
  [marketPath]: Market,
  [minePath]: OwnArtworks,
  [charityPath]: CharityBooks,
}

/** Everything about artworks comes as one part: who looks at the market looks at a work next. */
export default function NftsPage() {
  const [path] = useLocation()
  const Page = pages[path] ?? OneWork
  return <Page />
}
