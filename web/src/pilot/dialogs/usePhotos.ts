import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../api/ApiError.ts'
import { getSession } from '../../api/session.ts'
import { type PreparedFile, prepareFile } from '../../archivos/prepareFile.ts'
import { readPhotoDraft, storePhotoDraft } from './photoDraft.ts'

interface PhotosOptions {
  before?: readonly PreparedFile[] | undefined
  /** Adds the stored photos of a draft. */
  resumesDraft: boolean
  onFailure: (reason: string) => void
}

/** Photos and their stored copy, for a page that the phone closes. */
function useStoredPhotos(initialPhotos: readonly PreparedFile[], resumesDraft: boolean) {
  const [photos, setPhotos] = useState(initialPhotos)
  const [username] = useState(() => getSession()?.user.username ?? '')
  const list = useRef(initialPhotos)
  const work = useRef<Promise<unknown>>(undefined)
  // Shows a photo once it is stored.
  const set = async (next: readonly PreparedFile[]) => {
    list.current = next
    await storePhotoDraft(username, next)
    setPhotos(next)
  }
  useEffect(() => {
    if (resumesDraft)
      work.current ??= readPhotoDraft(username).then((photoList) => set([...photoList, ...list.current]))
    else void storePhotoDraft(username, initialPhotos)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the dialog opens
  }, [])
  return {
    photos,
    change: (update: (all: readonly PreparedFile[]) => readonly PreparedFile[]) => set(update(list.current)),
    forget: () => void storePhotoDraft(username, []),
    /** Makes `all` wait for a photo that is being prepared. */
    begin: (adding: Promise<void>) => {
      work.current = Promise.all([work.current, adding])
    },
    /** Returns all photos; waits for those that are being prepared. */
    all: async () => {
      await work.current
      return list.current
    },
  }
}

/** Manages the photos of a dialog and of its draft. */
export function usePhotos({ before = [], resumesDraft, onFailure }: PhotosOptions) {
  const { change, begin, ...photoList } = useStoredPhotos(before, resumesDraft)
  const [preparing, setPreparing] = useState(0)
  const add = async (files: File[], fromCamera: boolean) => {
    setPreparing((count) => count + 1)
    try {
      const added = await Promise.all(files.map((file) => prepareFile(file, fromCamera)))
      await change((all) => [...all, ...added])
    } catch (error) {
      onFailure(messageOf(error))
    } finally {
      setPreparing((count) => count - 1)
    }
  }
  return {
    ...photoList,
    preparing: preparing > 0,
    add: (files: File[], fromCamera: boolean) => begin(add(files, fromCamera)),
    remove: (photo: PreparedFile) => void change((all) => all.filter((each) => each !== photo)),
  }
}

/** Whether a file is a picture, not a PDF. */
export const isPhoto = ({ bytes }: PreparedFile) => bytes.type.startsWith('image/')
