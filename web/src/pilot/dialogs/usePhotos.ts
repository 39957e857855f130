import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../api/ApiError.ts'
import { getSession } from '../../api/session.ts'
import { type PreparedFile, prepareFile } from '../../archivos/prepareFile.ts'
import { readPhotoDraft, storePhotoDraft } from './photoDraft.ts'

interface PhotosOptions {
  /** Taken in the dialog that led here. */
  before?: readonly PreparedFile[] | undefined
  /** The dialog goes on with a draft. */
  resumesDraft: boolean
  onFailure: (reason: string) => void
}

/** The list, and its copy for a page that the phone closes. */
function useStoredPhotos(before: readonly PreparedFile[], left: boolean) {
  const [photos, setPhotos] = useState(before)
  const [username] = useState(() => getSession()?.user.username ?? '')
  const list = useRef(before)
  const work = useRef<Promise<unknown>>(undefined)
  // Shown once it is kept, as far as this phone keeps anything.
  const set = async (next: readonly PreparedFile[]) => {
    list.current = next
    await storePhotoDraft(username, next)
    setPhotos(next)
  }
  useEffect(() => {
    if (left) work.current ??= readPhotoDraft(username).then((kept) => set([...kept, ...list.current]))
    else void storePhotoDraft(username, before)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, as the dialog opens
  }, [])
  return {
    photos,
    change: (changed: (all: readonly PreparedFile[]) => readonly PreparedFile[]) =>
      set(changed(list.current)),
    forget: () => void storePhotoDraft(username, []),
    /** `all` waits for it. */
    begin: (adding: Promise<void>) => {
      work.current = Promise.all([work.current, adding])
    },
    /** All that was taken: a photo that is being made small is waited for. */
    all: async () => {
      await work.current
      return list.current
    },
  }
}

/** Photos that belong to what a dialog decides, and leave with it; a part of its draft. */
export function usePhotos({ before = [], resumesDraft, onFailure }: PhotosOptions) {
  const { change, begin, ...kept } = useStoredPhotos(before, resumesDraft)
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
    ...kept,
    preparing: preparing > 0,
    add: (files: File[], fromCamera: boolean) => begin(add(files, fromCamera)),
    remove: (photo: PreparedFile) => void change((all) => all.filter((each) => each !== photo)),
  }
}

/** A paper is no photo. */
export const isPhoto = ({ bytes }: PreparedFile) => bytes.type.startsWith('image/')
