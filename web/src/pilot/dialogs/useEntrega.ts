import { useState } from 'react'
import type { PointGroup } from 'signature_pad'
import { serverNow } from '../../api/clock.ts'
import type { PreparedFile } from '../../archivos/preparedFile.ts'
import { type ItemDraft, isPicture } from '../outbox/outboxItems.ts'
import { useExpediente, useFalta, useTiempos } from '../useExpediente.ts'
import { createPictureDraft } from './createPictureDraft.ts'
import type { DialogProps } from './dialogProps.ts'
import { photoParts } from './photoParts.ts'
import type { DrawnSignature } from './SignatureField.tsx'
import { useDialogForm } from './useDialogForm.ts'
import { isPhoto } from './usePhotos.ts'

export type EntregaField = 'recibio' | 'documento' | 'nota' | 'motivo'

interface EntregaValues extends Record<EntregaField, string> {
  trazos?: PointGroup[] | undefined
}

function useEntregaForm(props: DialogProps) {
  const stored = useExpediente(props.ruta.id)?.entrega
  const storedMotivo = stored?.sin_evidencia_motivo ?? ''
  const form = useDialogForm<EntregaValues>('Entrega', props, {
    recibio: stored?.recibio ?? '',
    documento: stored?.documento ?? '',
    nota: stored?.nota ?? '',
    motivo: storedMotivo,
  })
  // Not those of a later stroke, which would draw the signature again.
  const [trazos] = useState(form.values.trazos)
  return { ...form, trazos, storedMotivo }
}

/** Manages the values of EntregaDialog and stores them in the outbox. */
export function useEntrega(props: DialogProps) {
  const { ruta, onDecided } = props
  const { salida_descarga } = useTiempos(ruta.id)
  const falta = useFalta(ruta.id)
  const [firma, setFirma] = useState<DrawnSignature | null>(null)
  const { storedMotivo, ...form } = useEntregaForm(props)
  const { values, photos, setFailure } = form
  const missingOf = (taken: readonly PreparedFile[]) =>
    falta.filter((each) => (each === 'firma' ? !firma : !taken.some(isPhoto)))
  const enqueueEntrega = async () => {
    const taken = await photos.all()
    const missing = missingOf(taken)
    const error = missingProofError(values.motivo, missing)
    if (error) return setFailure(error)
    // A reason is obsolete once the proof is complete.
    const motivo = missing.length > 0 ? values.motivo : storedMotivo
    const submitted = { ...values, motivo }
    const parts = await entregaParts({ values: submitted, photos: taken, firma, setTime: !salida_descarga })
    const items = await form.send(ruta, parts)
    onDecided(items.filter((item) => item.clase !== 'entrega' && !isPicture(item)))
  }
  return {
    ...form,
    setFirma,
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
  values: EntregaValues
  photos: readonly PreparedFile[]
  firma: DrawnSignature | null
  /** Whether to set the time of the last departure. */
  setTime: boolean
}

/** Builds the outbox items, the state before the pictures: the outbox sends them in this order. */
async function entregaParts({ values, photos, firma, setTime }: EntregaInput): Promise<ItemDraft[]> {
  const { recibio, documento, nota, motivo } = values
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
    ...(await photoParts(photos)),
  ]
}
