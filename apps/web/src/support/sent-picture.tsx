import { Skeleton } from '@candor/ui/feedback.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fetchFile } from '../session/calls/download.ts'
import { callKey } from '../session/calls/use-call.ts'
import { useT } from '../session/language/language.ts'

/**
 * A picture the customer sent, fetched with their session; a click opens it in full size in another tab. It is never lower than its
 * placeholder: a log that shrank for a moment would lose its scroll position.
 */
export function SentPicture({ fileId }: { readonly fileId: string }) {
  const t = useT()
  const input = { fileId }
  const { data, isError } = useQuery({
    queryKey: callKey('supportPicture', input),
    queryFn: () => fetchFile('supportPicture', input),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const address = useAddress(data)
  if (isError) return <p className="text-ink-2">{t('support.picture.failed')}</p>
  if (address === null) return <Skeleton className="h-36 w-48" />
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      <img
        src={address}
        alt={t('support.picture')}
        className="max-h-60 min-h-36 max-w-full rounded-s object-contain"
      />
    </a>
  )
}

function useAddress(content: Blob | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (content === undefined) return
    const made = URL.createObjectURL(content)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [content])
  return address
}
