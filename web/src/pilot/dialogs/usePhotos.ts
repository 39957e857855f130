import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../api/ApiError.ts'
import { getSession } from '../../api/session.ts'
import { type Prepared, prepare } from '../../archivos/prepareFile.ts'
import { keepFotos, readFotos } from './photoDraft.ts'

interface Opening {
  /** Taken in the dialog that led here. */
  before?: readonly Prepared[] | undefined
  /** The dialog goes on with a draft. */
  left: boolean
  onFailure: (reason: string) => void
}

/** The list, and its copy for a page that the phone closes. */
function useKept(before: readonly Prepared[], left: boolean) {
  const [photos, setPhotos] = useState(before)
  const [username] = useState(() => getSession()?.user.username ?? '')
  const list = useRef(before)
  const work = useRef<Promise<unknown>>(undefined)
  // Shown once it is kept, as far as this phone keeps anything.
  const set = async (next: readonly Prepared[]) => {
    list.current = next
    await keepFotos(username, next)
    setPhotos(next)
  }
  useEffect(() => {
    if (left) work.current ??= readFotos(username).then((kept) => set([...kept, ...list.current]))
    else void keepFotos(username, before)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, as the dialog opens
  }, [])
  return {
    photos,
    change: (changed: (all: readonly Prepared[]) => readonly Prepared[]) => set(changed(list.current)),
    forget: () => void keepFotos(username, []),
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
export function usePhotos({ before = [], left, onFailure }: Opening) {
  const { change, begin, ...kept } = useKept(before, left)
  const [preparing, setPreparing] = useState(0)
  const add = async (files: File[], fromCamera: boolean) => {
    setPreparing((count) => count + 1)
    try {
      const added = await Promise.all(files.map((file) => prepare(file, fromCamera)))
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
    remove: (photo: Prepared) => void change((all) => all.filter((each) => each !== photo)),
  }
}

/** A paper is no photo. */
export const isPhoto = ({ bytes }: Prepared) => bytes.type.startsWith('image/')
