import { useCallback, useEffect, useState } from 'react'
import type { PointGroup } from 'signature_pad'
import { serverNow } from '../../api/clock.ts'
import type { PreparedFile } from '../../archivos/prepareFile.ts'
import { createPictureDraft } from '../outbox/createPictureDraft.ts'
import { enqueue } from '../outbox/outbox.ts'
import { type ItemDraft, isPicture } from '../outbox/outboxItems.ts'
import { useExpediente, useFalta, useTiempos } from '../useExpediente.ts'
import type { DialogDraft, DialogProps } from './dialogProps.ts'
import type { DrawnSignature } from './SignatureField.tsx'
import { useDialogForm } from './useDialogForm.ts'
import { isPhoto } from './usePhotos.ts'

export interface EntregaValues {
  recibio: string
  documento: string
  nota: string
  motivo: string
}

interface EntregaDraft extends DialogDraft {
  typed: EntregaValues
  trazos?: PointGroup[] | undefined
}

function useEntregaForm({ ruta, nota = '', photos = [], onClose }: DialogProps) {
  const stored = useExpediente(ruta.id)?.entrega
  const hasPrefill = photos.length > 0
  const [isTouched, setTouched] = useState(hasPrefill)
  const form = useDialogForm<EntregaDraft>({
    initial: {
      dialog: 'Entrega',
      antes: ruta,
      typed: {
        recibio: stored?.recibio ?? '',
        documento: stored?.documento ?? '',
        nota: nota || (stored?.nota ?? ''),
        motivo: stored?.sin_evidencia_motivo ?? '',
      },
    },
    before: photos,
    isTouched: ({ isRestored }) => isTouched || isRestored,
    onClose,
  })
  const { change, keep } = form
  const touch = useCallback(
    (part: Partial<EntregaDraft>) => {
      setTouched(true)
      change(part)
    },
    [change],
  )
  useEffect(() => {
    if (hasPrefill) keep()
  }, [hasPrefill, keep])
  return { ...form, typed: form.values.typed, touch, storedMotivo: stored?.sin_evidencia_motivo ?? '' }
}

/** Manages the values of EntregaDialog and stores them in the outbox. */
export function useEntrega(props: DialogProps) {
  const { ruta, onDecided } = props
  const { salida_descarga } = useTiempos(ruta.id)
  const falta = useFalta(ruta.id)
  const [firma, setFirma] = useState<DrawnSignature | null>(null)
  const form = useEntregaForm(props)
  const { typed, photos, setFailure } = form
  const missingOf = (taken: readonly PreparedFile[]) =>
    falta.filter((each) => (each === 'firma' ? !firma : !taken.some(isPhoto)))
  const enqueueEntrega = async () => {
    const taken = await photos.all()
    const missing = missingOf(taken)
    const error = missingProofError(typed.motivo, missing)
    if (error) return setFailure(error)
    // A reason is obsolete once the proof is complete.
    const submitted = missing.length > 0 ? typed : { ...typed, motivo: form.storedMotivo }
    const parts = await entregaParts({ typed: submitted, photos: taken, firma, setTime: !salida_descarga })
    onDecided((await enqueue(ruta, parts)).filter((item) => item.clase !== 'entrega' && !isPicture(item)))
    form.end()
  }
  return {
    ...form,
    setFirma,
    trazos: form.storedDraft?.trazos,
    missing: missingOf(photos.photos),
    save: () => void form.save(enqueueEntrega),
  }
}

/** Returns the error of missing proof without a reason of at least five characters. */
function missingProofError(motivo: string, missing: readonly string[]): string | null {
  if (missing.length === 0 || [...motivo.trim()].length >= 5) return null
  return missing.includes('firma')
    ? 'Toma la firma o escribe el motivo.'
    : 'Toma una foto o escribe el motivo.'
}

interface EntregaInput {
  typed: EntregaValues
  photos: readonly PreparedFile[]
  firma: DrawnSignature | null
  /** Whether to set the time of the last departure. */
  setTime: boolean
}

/** Builds the outbox items, the state before the pictures: the outbox sends them in this order. */
async function entregaParts({ typed, photos, firma, setTime }: EntregaInput): Promise<ItemDraft[]> {
  const { recibio, documento, nota, motivo } = typed
  const textOrNull = (text: string) => text.trim() || null
  const datos = {
    recibio: textOrNull(recibio),
    documento: textOrNull(documento),
    nota: textOrNull(nota),
    sin_evidencia_motivo: [...motivo.trim()].length >= 5 ? motivo.trim() : null,
  }
  const time = new Date(serverNow()).toISOString()
  const drawn = await firma?.toPng()
  return [
    ...(setTime
      ? [{ clase: 'tiempos' as const, datos: { salida_descarga: time }, antes: { salida_descarga: null } }]
      : []),
    { clase: 'estado', datos: { nuevoEstado: 'Entregado', comentario: null } },
    { clase: 'entrega', datos },
    ...(drawn ? [await createPictureDraft(drawn, { nombre: 'firma.png' }, 'firma')] : []),
    // Without `clase`: the server stores a PDF among them as a document.
    ...(await Promise.all(photos.map(({ bytes, about }) => createPictureDraft(bytes, about)))),
  ]
}
