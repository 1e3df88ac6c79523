import { Button } from '@candor/ui/controls/button.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../session/language/language.ts'

interface CameraDialogProps {
  readonly title: string
  readonly facing: 'user' | 'environment'
  readonly onClose: () => void
  readonly onTaken: (photo: Blob) => void
}

/** Takes a photo with the device's camera; shows a message where there is none or access was denied (specification §5). */
export default function CameraDialog({ title, facing, onClose, onTaken }: CameraDialogProps) {
  const t = useT()
  const video = useRef<HTMLVideoElement>(null)
  const [refused, setRefused] = useState(false)
  const [ready, setReady] = useState(false)
  useEffect(() => {
    let stream: MediaStream | null = null
    let closed = false
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    openCamera(facing).then(
      (opened) => {
        stream = opened
        if (closed || video.current === null) stop()
        else video.current.srcObject = opened
      },
      () => setRefused(true),
    )
    return () => {
      closed = true
      stop()
    }
  }, [facing])
  const take = async () => {
    const photo = video.current === null ? null : await photoOf(video.current)
    if (photo !== null) onTaken(photo)
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={title}
      footer={
        refused ? undefined : (
          <Button full size="l" disabled={!ready} onClick={take}>
            {t('kyc.camera.take')}
          </Button>
        )
      }
    >
      {refused ? (
        <Banner tone="warn" title={t('kyc.camera.denied')}>
          {t('kyc.camera.instead')}
        </Banner>
      ) : (
        <video
          ref={video}
          autoPlay
          muted
          playsInline
          onLoadedData={() => setReady(true)}
          className="max-h-[60dvh] w-full rounded-s bg-sunken object-contain"
        />
      )}
    </Dialog>
  )
}

/** Pages without TLS have no camera at all. */
function openCamera(facing: 'user' | 'environment'): Promise<MediaStream> {
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (devices === undefined) return Promise.reject(new Error('no camera on this page'))
  return devices.getUserMedia({ audio: false, video: { facingMode: facing, width: { ideal: 1920 } } })
}

function photoOf(video: HTMLVideoElement): Promise<Blob | null> {
  const sheet = document.createElement('canvas')
  sheet.width = video.videoWidth
  sheet.height = video.videoHeight
  sheet.getContext('2d')?.drawImage(video, 0, 0)
  return new Promise((resolve) => sheet.toBlob(resolve, 'image/jpeg', 0.9))
}
