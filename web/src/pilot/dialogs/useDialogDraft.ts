import { useCallback, useRef, useState } from 'react'
import { messageOf } from '../../api/ApiError.ts'
import { openDraft } from '../../api/drafts.ts'
import { getSession } from '../../api/session.ts'
import { confirmLeave } from '../../ui/navigationGuard.ts'
import { useNavigationGuard } from '../../ui/useNavigationGuard.ts'
import { type DialogDraft, draftPath } from './dialogProps.ts'

const dialogOf = ({ dialog = 'Estado' }: DialogDraft) => dialog

/** Keeps a dialog's values as a draft, which survives the end of the session or page. */
export function useDialogDraft<Draft extends DialogDraft>(initial: Draft) {
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

interface DialogSaveOptions {
  isTouched: boolean
  /** Deletes the draft. */
  onEnd: () => void
  onFailure: (reason: string) => void
  onClose: () => void
}

/** Saves a dialog, one attempt at a time, and guards its unsaved values. */
export function useDialogSave({ isTouched, onEnd, onFailure, onClose }: DialogSaveOptions) {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const releaseGuard = useNavigationGuard(isTouched, onEnd)
  const end = () => {
    onEnd()
    releaseGuard()
    onClose()
  }
  return {
    busy,
    releaseGuard,
    end,
    close: async () => {
      if (!running.current && (await confirmLeave())) end()
    },
    save: async (work: () => Promise<void>) => {
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
    },
  }
}
