import FileText from 'lucide-react/icons/file-text'
import { useEffect, useState } from 'react'
import { AddButtons } from '../../archivos/AddButtons.tsx'
import type { PreparedFile } from '../../archivos/preparedFile.ts'
import { Button } from '../../ui/Button.tsx'
import { isPhoto, type usePhotos } from './usePhotos.ts'

type Props = Pick<ReturnType<typeof usePhotos>, 'photos' | 'preparing' | 'add' | 'remove'>

export const PhotosField = ({ photos, preparing, add, remove }: Props) => (
  <div className="grid gap-2">
    <p className="font-semibold">
      Fotos{photos.length > 0 && ` (${photos.length})`}
      {preparing && ' · preparando…'}
    </p>
    {photos.length > 0 && (
      <ul aria-label="Fotos tomadas" className="grid gap-2">
        {photos.map((photo, index) => {
          const name = photo.about.nombre ?? `Foto ${index + 1}`
          return (
            <li
              key={photo.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-ui border border-line px-4 py-3"
            >
              <PhotoPreview photo={photo} />
              <p className="min-w-0 grow basis-20 wrap-anywhere">{name}</p>
              <Button look="quiet" aria-label={`Quitar ${name}`} onClick={() => remove(photo)}>
                Quitar
              </Button>
            </li>
          )
        })}
      </ul>
    )}
    <AddButtons onFiles={add} className="grow py-4 text-base" />
  </div>
)

function PhotoPreview({ photo }: { photo: PreparedFile }) {
  const [url, setUrl] = useState('')
  useEffect(() => {
    if (!isPhoto(photo)) return
    const objectUrl = URL.createObjectURL(photo.bytes)
    // oxlint-disable-next-line react/set-state-in-effect -- the object URL is revoked with the photo
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [photo])
  if (!url) return <FileText className="size-14 p-3" />
  return <img src={url} alt="" className="size-14 rounded-ui object-cover" />
}
