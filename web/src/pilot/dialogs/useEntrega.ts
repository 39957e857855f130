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
import { useDialogDraft, useDialogSave } from './useDialogDraft.ts'
import { isPhoto, usePhotos } from './usePhotos.ts'

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

function useEntregaDraft({ ruta, nota = '', photos = [] }: DialogProps) {
  const stored = useExpediente(ruta.id)?.entrega
  const { values, storedDraft, change, keep, drop } = useDialogDraft<EntregaDraft>({
    dialog: 'Entrega',
    antes: ruta,
    typed: {
      recibio: stored?.recibio ?? '',
      documento: stored?.documento ?? '',
      nota: nota || (stored?.nota ?? ''),
      motivo: stored?.sin_evidencia_motivo ?? '',
    },
  })
  const hasPrefill = photos.length > 0
  const [isTouched, setTouched] = useState(hasPrefill || storedDraft !== null)
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
  return { typed: values.typed, storedDraft, isTouched, touch, drop }
}

/** The proof of a delivery, and the missing requirements of the client. */
function useDeliveryProof(
  { ruta, photos: before }: DialogProps,
  resumesDraft: boolean,
  onFailure: (reason: string) => void,
) {
  const falta = useFalta(ruta.id)
  const motivo = useExpediente(ruta.id)?.entrega.sin_evidencia_motivo ?? ''
  const [firma, setFirma] = useState<DrawnSignature | null>(null)
  const photos = usePhotos({ before, resumesDraft, onFailure })
  const missingOf = (taken: readonly PreparedFile[]) =>
    falta.filter((each) => (each === 'firma' ? !firma : !taken.some(isPhoto)))
  // A reason is obsolete once the proof is complete.
  const motivoOf = (typed: string, taken: readonly PreparedFile[]) =>
    missingOf(taken).length > 0 ? typed : motivo
  return { ...photos, firma, setFirma, missingOf, motivoOf }
}

/** Manages the values of EntregaDialog and stores them in the outbox. */
export function useEntrega(props: DialogProps) {
  const { ruta, onDecided, onClose } = props
  const { salida_descarga } = useTiempos(ruta.id)
  const { typed, storedDraft, isTouched, touch, drop } = useEntregaDraft(props)
  const [failure, setFailure] = useState<string | null>(null)
  const proof = useDeliveryProof(props, storedDraft !== null, setFailure)
  const { firma, setFirma, missingOf, motivoOf, ...photos } = proof
  const { busy, close, save, end } = useDialogSave({
    isTouched,
    onEnd: () => {
      drop()
      photos.forget()
    },
    onFailure: setFailure,
    onClose,
  })
  const enqueueEntrega = async () => {
    const taken = await photos.all()
    const error = missingProofError(typed.motivo, missingOf(taken))
    if (error) return setFailure(error)
    const submitted = { ...typed, motivo: motivoOf(typed.motivo, taken) }
    const parts = await entregaParts({ typed: submitted, photos: taken, firma, setTime: !salida_descarga })
    onDecided((await enqueue(ruta, parts)).filter((item) => item.clase !== 'entrega' && !isPicture(item)))
    end()
  }
  return {
    typed,
    trazos: storedDraft?.trazos,
    photos,
    missing: missingOf(photos.photos),
    failure,
    touch,
    setFirma,
    busy,
    close,
    save: () => void save(enqueueEntrega),
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
