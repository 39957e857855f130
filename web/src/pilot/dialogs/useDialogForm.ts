import { useCallback, useRef, useState } from 'react'
import { messageOf } from '../../api/ApiError.ts'
import { openDraft } from '../../api/drafts.ts'
import { getSession } from '../../api/session.ts'
import type { PreparedFile } from '../../archivos/prepareFile.ts'
import { confirmLeave } from '../../ui/navigationGuard.ts'
import { useNavigationGuard } from '../../ui/useNavigationGuard.ts'
import { type DialogDraft, draftPath } from './dialogProps.ts'
import { usePhotos } from './usePhotos.ts'

const dialogOf = ({ dialog = 'Estado' }: DialogDraft) => dialog

/** Keeps a dialog's values as a draft, which survives the end of the session or page. */
function useDialogDraft<Draft extends DialogDraft>(initial: Draft) {
  const [draft] = useState(() => openDraft<Draft>(getSession()?.user.username ?? '', draftPath))
  const [storedDraft] = useState(() => {
    const stored = draft.read()
    const isSame = stored?.antes.id === initial.antes.id && dialogOf(stored) === dialogOf(initial)
    return isSame ? stored : null
  })
  const [values, setValues] = useState(storedDraft ?? initial)
  const latest = useRef(values)
  const keep = useCallback(() => draft.keep(latest.current), [draft])
  const change = useCallback(
    (part: Partial<Draft>) => {
      latest.current = { ...latest.current, ...part }
      setValues(latest.current)
      keep()
    },
    [keep],
  )
  return { values, storedDraft, change, keep, drop: draft.drop }
}

/** Runs one save at a time: ignores a second tap. */
export function useSave(onFailure: (reason: string) => void) {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const save = async (work: () => Promise<void>) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await work()
    } catch (error) {
      onFailure(messageOf(error))
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, running, save }
}

interface DialogFormOptions<Draft> {
  initial: Draft
  /** Photos from the dialog that opened this one. */
  before?: readonly PreparedFile[] | undefined
  isTouched: (form: { values: Draft; photoCount: number; isRestored: boolean }) => boolean
  onClose: () => void
}

/** Manages values and photos of a dialog, guards them until they are saved, and saves them, one attempt at a time. */
export function useDialogForm<Draft extends DialogDraft>(options: DialogFormOptions<Draft>) {
  const { initial, before, isTouched, onClose } = options
  const { storedDraft, drop, ...draft } = useDialogDraft(initial)
  const isRestored = storedDraft !== null
  const [failure, setFailure] = useState<string | null>(null)
  const photos = usePhotos({ before, resumesDraft: isRestored, onFailure: setFailure })
  const { busy, running, save } = useSave(setFailure)
  const forget = () => {
    drop()
    photos.forget()
  }
  const photoCount = photos.photos.length
  const releaseGuard = useNavigationGuard(isTouched({ values: draft.values, photoCount, isRestored }), forget)
  const end = () => {
    forget()
    releaseGuard()
    onClose()
  }
  return {
    ...draft,
    storedDraft,
    photos,
    failure,
    setFailure,
    busy,
    save,
    end,
    /** Ends the form; draft and photos belong to the dialog that replaces this one. */
    handOver: () => {
      drop()
      releaseGuard()
    },
    close: async () => {
      if (!running.current && (await confirmLeave())) end()
    },
  }
}
