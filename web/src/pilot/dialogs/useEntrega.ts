import { useCallback, useEffect, useRef, useState } from 'react'
import type { PointGroup } from 'signature_pad'
import { serverNow } from '../../api/clock.ts'
import { openDraft } from '../../api/drafts.ts'
import { getSession } from '../../api/session.ts'
import type { PreparedFile } from '../../archivos/prepareFile.ts'
import { confirmLeave } from '../../ui/navigationGuard.ts'
import { useNavigationGuard } from '../../ui/useNavigationGuard.ts'
import { createPictureDraft } from '../outbox/createPictureDraft.ts'
import { enqueue } from '../outbox/outbox.ts'
import { type ItemDraft, isPicture } from '../outbox/outboxItems.ts'
import { useExpediente, useFalta, useTiempos } from '../useExpediente.ts'
import { type DialogDraft, type DialogProps, draftPath } from './dialogProps.ts'
import type { DrawnSignature } from './SignatureField.tsx'
import { isPhoto, usePhotos } from './usePhotos.ts'
import { useSingleFlight } from './useSingleFlight.ts'

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

/** What was typed and drawn when the phone closed the page by itself. */
function useEntregaDraft({ ruta, nota = '', photos = [] }: DialogProps) {
  const before = useExpediente(ruta.id)?.entrega
  const [draft] = useState(() => openDraft<EntregaDraft>(getSession()?.user.username ?? '', draftPath))
  const [storedDraft] = useState(() => {
    const kept = draft.read()
    return kept?.dialog === 'Entrega' && kept.antes.id === ruta.id ? kept : null
  })
  const [draftValues, setBegun] = useState<EntregaDraft>(
    storedDraft ?? {
      dialog: 'Entrega',
      antes: ruta,
      typed: {
        recibio: before?.recibio ?? '',
        documento: before?.documento ?? '',
        nota: nota || (before?.nota ?? ''),
        motivo: before?.sin_evidencia_motivo ?? '',
      },
    },
  )
  const isBegun = photos.length > 0
  const [isTouched, setTouched] = useState(isBegun || storedDraft !== null)
  // What is drawn is told from outside of this render.
  const latest = useRef(draftValues)
  const touch = useCallback(
    (part: Partial<EntregaDraft>) => {
      latest.current = { ...latest.current, ...part }
      setBegun(latest.current)
      setTouched(true)
      draft.keep(latest.current)
    },
    [draft],
  )
  useEffect(() => {
    if (isBegun) touch({})
  }, [isBegun, touch])
  return { ...draftValues, left: storedDraft, isTouched, touch, drop: draft.drop }
}

/** What proves it, and what of that the client asks for and nobody has. */
function useDeliveryProof(
  { ruta, photos: before }: DialogProps,
  left: boolean,
  onFailure: (reason: string) => void,
) {
  const falta = useFalta(ruta.id)
  const motivo = useExpediente(ruta.id)?.entrega.sin_evidencia_motivo ?? ''
  const [firma, setFirma] = useState<DrawnSignature | null>(null)
  const photos = usePhotos({ before, resumesDraft: left, onFailure })
  const missingOf = (there: readonly PreparedFile[]) =>
    falta.filter((each) => (each === 'firma' ? !firma : !there.some(isPhoto)))
  // What was typed before its proof was there is no reason any more.
  const motivoOf = (typed: string, there: readonly PreparedFile[]) =>
    missingOf(there).length > 0 ? typed : motivo
  return { ...photos, firma, setFirma, missingOf, motivoOf }
}

/** What is typed, drawn and taken for a delivery, and how it is kept. */
export function useEntrega(props: DialogProps) {
  const { ruta, onDecided, onClose } = props
  const { salida_descarga } = useTiempos(ruta.id)
  const { typed, left, isTouched, touch, drop } = useEntregaDraft(props)
  const [failure, setFailure] = useState<string | null>(null)
  const { firma, setFirma, missingOf, motivoOf, ...photos } = useDeliveryProof(
    props,
    left !== null,
    setFailure,
  )
  const { busy, isSaving, save } = useSingleFlight(setFailure)
  const end = () => {
    drop()
    photos.forget()
  }
  const releaseGuard = useNavigationGuard(isTouched, end)
  const keep = async () => {
    const there = await photos.all()
    const wrong = missingProofError(typed.motivo, missingOf(there))
    if (wrong) return setFailure(wrong)
    const submitted = { ...typed, motivo: motivoOf(typed.motivo, there) }
    const parts = await entregaParts({ typed: submitted, photos: there, firma, setTime: !salida_descarga })
    onDecided((await enqueue(ruta, parts)).filter((item) => item.clase !== 'entrega' && !isPicture(item)))
    end()
    releaseGuard()
    onClose()
  }
  return {
    typed,
    trazos: left?.trazos,
    photos,
    missing: missingOf(photos.photos),
    failure,
    busy,
    touch,
    setFirma,
    close: async () => {
      if (isSaving() || !(await confirmLeave())) return
      end()
      onClose()
    },
    save: () => void save(keep),
  }
}

/** What the server would refuse, or the client will ask for. */
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
  /** The last time is not there yet. */
  setTime: boolean
}

/** In this order, so that the office sees the state before the pictures. */
async function entregaParts({ typed, photos, firma, setTime }: EntregaInput): Promise<ItemDraft[]> {
  const { recibio, documento, nota, motivo } = typed
  const given = (text: string) => text.trim() || null
  const datos = {
    recibio: given(recibio),
    documento: given(documento),
    nota: given(nota),
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
    // Without a class: of a paper among them the server makes a document.
    ...(await Promise.all(photos.map(({ bytes, about }) => createPictureDraft(bytes, about)))),
  ]
}
