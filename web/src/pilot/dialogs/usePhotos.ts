import { useEffect, useRef, useState } from 'react'
import type { PreparedFile } from '../../archivos/preparedFile.ts'
import type { DraftWriter } from './DraftWriter.ts'
import type { DraftPhoto } from './dialogProps.ts'
import { preparePhotos } from './preparePhotos.ts'

let lastId = 0
/** Rises with each photo, also after a restart. */
function nextPhotoId(): number {
  lastId = Math.max(lastId + 1, Date.now())
  return lastId
}

const chosenPhoto = (file: File, fromCamera: boolean): DraftPhoto => ({
  id: nextPhotoId(),
  bytes: file,
  about: { nombre: file.name },
  chosen: { nombre: file.name, modificado: file.lastModified, fromCamera, attempts: 1 },
})

/** Files whose preparation an earlier browser has not finished. */
const unprepared = (photos: readonly DraftPhoto[]) =>
  photos.flatMap(({ chosen, ...photo }) =>
    chosen ? [{ ...photo, chosen: { ...chosen, attempts: chosen.attempts + 1 } }] : [],
  )

interface PhotosOptions {
  writer: DraftWriter
  initial: readonly DraftPhoto[]
  onChosen: () => void
  onFailure: (reason: string | null) => void
}

/** The prepared photos, in the order of choosing. */
function usePhotoList(initial: readonly DraftPhoto[]) {
  const [photos, setPhotos] = useState(() => initial.filter(({ chosen }) => !chosen))
  const list = useRef(photos)
  const set = (next: DraftPhoto[]) => {
    list.current = next
    setPhotos(next)
  }
  return {
    photos,
    current: () => list.current,
    insert: (photo: DraftPhoto) => set([...list.current, photo].sort((a, b) => a.id - b.id)),
    remove: ({ id }: DraftPhoto) => set(list.current.filter((each) => each.id !== id)),
  }
}

/** Manages the photos of a form. Each file is in the draft from its choosing on, before it is prepared. */
export function usePhotos({ writer, initial, onChosen, onFailure }: PhotosOptions) {
  const list = usePhotoList(initial)
  const [preparingCount, setPreparingCount] = useState(0)
  const work = useRef<Promise<unknown>>(undefined)
  const prepare = async (chosen: readonly DraftPhoto[]) => {
    let stored = 0
    const onStored = () => {
      stored += 1
      setPreparingCount((count) => count + 1)
    }
    const refused = await preparePhotos(writer, chosen, { onStored, onPrepared: list.insert })
    setPreparingCount((count) => count - stored)
    onFailure(refused.join('\n') || null)
  }
  const begin = (chosen: readonly DraftPhoto[]) => {
    work.current = Promise.all([work.current, prepare(chosen)])
  }
  useEffect(() => {
    const left = unprepared(initial)
    if (!work.current && left.length > 0) begin(left)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the form opens
  }, [])
  return {
    photos: list.photos,
    preparing: preparingCount > 0,
    add: (files: File[], fromCamera: boolean) => {
      onChosen()
      begin(files.map((file) => chosenPhoto(file, fromCamera)))
    },
    remove: (photo: DraftPhoto) => {
      list.remove(photo)
      void writer.removePhoto(photo.id).catch(() => undefined)
    },
    /** Waits until every photo is prepared, then returns all of them. */
    all: async () => {
      await work.current
      return list.current()
    },
  }
}

/** Whether a file is a picture, not a PDF. */
export const isPhoto = ({ bytes }: PreparedFile) => bytes.type.startsWith('image/')
