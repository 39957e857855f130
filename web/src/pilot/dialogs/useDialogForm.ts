import { useCallback, useRef, useState } from 'react'
import { messageOf } from '../../api/ApiError.ts'
import { confirmLeave } from '../../ui/navigationGuard.ts'
import { useNavigationGuard } from '../../ui/useNavigationGuard.ts'
import type { MiRuta } from '../misRutas.ts'
import { type DraftForm, type DraftKey, draftKey } from '../outbox/draftKeys.ts'
import { enqueue } from '../outbox/outbox.ts'
import type { ItemDraft } from '../outbox/outboxItems.ts'
import { DraftWriter } from './DraftWriter.ts'
import type { DialogProps, Draft } from './dialogProps.ts'
import { usePhotos } from './usePhotos.ts'

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

/** The values that the pilot has entered, written to the draft with each input. */
function useDraftValues<Values extends object>(form: DraftForm, rutaId: number, draft: Draft | null) {
  const [key] = useState(() => draftKey(form, rutaId))
  const [writer] = useState(() => new DraftWriter(key, draft?.values ?? {}, draft !== null))
  // Only this form has stored them.
  const [entered, setEntered] = useState((draft?.values ?? {}) as Partial<Values>)
  const latest = useRef(entered)
  const [isTouched, setTouched] = useState(draft !== null)
  const change = useCallback(
    (part: Partial<Values>, asksToLeave = true) => {
      latest.current = { ...latest.current, ...part }
      setEntered(latest.current)
      if (asksToLeave) setTouched(true)
      writer.write(latest.current)
    },
    [writer],
  )
  return { key, writer, entered, change, isTouched, touch: () => setTouched(true) }
}

/** Replaces the draft by items of the outbox. It stays if they cannot be stored. */
async function sendDraft(writer: DraftWriter, key: DraftKey, ruta: MiRuta, parts: readonly ItemDraft[]) {
  await writer.pause()
  try {
    return await enqueue(ruta, parts, key)
  } catch (error) {
    writer.resume()
    throw error
  }
}

/**
 * Manages values and photos of a form. From the first input on they are a draft on the phone, until they are sent or
 * the pilot cancels.
 */
export function useDialogForm<Values extends object>(
  form: DraftForm,
  { ruta, draft, onClose }: Pick<DialogProps, 'ruta' | 'draft' | 'onClose'>,
  initial: Values,
) {
  const { key, writer, entered, change, isTouched, touch } = useDraftValues<Values>(form, ruta.id, draft)
  const [failure, setFailure] = useState<string | null>(null)
  const photos = usePhotos({ writer, initial: draft?.photos ?? [], onChosen: touch, onFailure: setFailure })
  const saving = useSave(setFailure)
  const releaseGuard = useNavigationGuard(isTouched, () => void writer.end())
  const end = () => {
    releaseGuard()
    void writer.end()
    onClose()
  }
  const own = { key, change, photos, failure, setFailure }
  return {
    ...saving,
    values: { ...initial, ...entered },
    ...own,
    /** Sends items and closes the form. */
    send: async (...[sentRuta, parts]: Parameters<typeof enqueue>) => {
      const items = await sendDraft(writer, key, sentRuta, parts)
      end()
      return items
    },
    /** Ends the form; its draft belongs to the dialog that replaces this one. */
    handOver: async (moveDraft: () => Promise<void>) => {
      await writer.pause()
      // Without space the other dialog has it in memory.
      await moveDraft().catch(() => undefined)
      releaseGuard()
    },
    close: async () => {
      if (!saving.running.current && (await confirmLeave())) end()
    },
  }
}
