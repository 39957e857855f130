import { type IncidenteCausa, incidenteCausas, type RutaEstado } from '@flota/contract/estados.ts'
import { stripRutaPrefix } from '@flota/contract/format.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { openDraft } from '../../api/drafts.ts'
import { getSession } from '../../api/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field, inputClass } from '../../ui/Field.tsx'
import { footedSheetClass, Modal, sheetFooterClass } from '../../ui/Modal.tsx'
import { confirmLeave } from '../../ui/navigationGuard.ts'
import { useNavigationGuard } from '../../ui/useNavigationGuard.ts'
import type { MiRuta } from '../misRutas.ts'
import { createPictureDraft } from '../outbox/createPictureDraft.ts'
import { enqueue } from '../outbox/outbox.ts'
import { isPicture } from '../outbox/outboxItems.ts'
import { useFalta } from '../useExpediente.ts'
import { CommentField, maxCommentCharacters } from './CommentField.tsx'
import { type DialogDraft, type DialogProps, draftPath } from './dialogProps.ts'
import { EstadoChoices } from './EstadoChoices.tsx'
import { PhotosField } from './PhotosField.tsx'
import { usePhotos } from './usePhotos.ts'
import { useSingleFlight } from './useSingleFlight.ts'

/** What is chosen and typed, for a route as the pilot saw it then. */
interface EstadoDraft extends DialogDraft {
  nuevoEstado: RutaEstado
  comentario: string
  /** Of an incident. */
  causa?: IncidenteCausa
  lugar?: string
}

const codePointCount = (text: string) => [...text.trim()].length

/** It says something of the state, and not photos alone. */
const changesEstado = ({ antes, nuevoEstado, comentario }: EstadoDraft) =>
  nuevoEstado !== antes.estado || comentario.trim() !== ''

/** What is wrong with a decision before it is kept. */
function decisionError(decision: EstadoDraft, photos: number): string | null {
  if (codePointCount(decision.comentario) > maxCommentCharacters)
    return 'El comentario tiene más de 2,000 caracteres.'
  if (!changesEstado(decision) && photos === 0) return 'Elige otro estado o escribe un comentario.'
  return null
}

/** What is chosen and typed, kept for a session or page that ends meanwhile. */
function useEstadoDraft(ruta: MiRuta) {
  const [draft] = useState(() => openDraft<EstadoDraft>(getSession()?.user.username ?? '', draftPath))
  const [storedDraft] = useState(() => {
    const kept = draft.read()
    return kept?.antes.id === ruta.id && (kept.dialog ?? 'Estado') === 'Estado' ? kept : null
  })
  const [decision, setDecision] = useState<EstadoDraft>(
    storedDraft ?? { antes: ruta, nuevoEstado: ruta.estado as RutaEstado, comentario: '' },
  )
  const change = (part: Partial<EstadoDraft>) => {
    const next = { ...decision, ...part }
    setDecision(next)
    draft.keep(next)
  }
  return { decision, isBegun: storedDraft !== null, change, drop: draft.drop }
}

/** How it becomes what the phone keeps. */
function useEstadoChange({ ruta, onDecided, onShow, onClose }: DialogProps) {
  const { decision, isBegun, change, drop } = useEstadoDraft(ruta)
  const [failure, setFailure] = useState<string | null>(null)
  const { busy, isSaving, save } = useSingleFlight(setFailure)
  const { antes, nuevoEstado, comentario, causa = 'Otro', lugar = '' } = decision
  const opensIncidente = nuevoEstado === 'Incidente' && antes.estado !== 'Incidente'
  const falta = useFalta(ruta.id)
  const photos = usePhotos({ resumesDraft: isBegun, onFailure: setFailure })
  const end = () => {
    drop()
    photos.forget()
  }
  const releaseGuard = useNavigationGuard(comentario.trim() !== '' || photos.photos.length > 0, end)
  const close = async () => {
    if (isSaving() || !(await confirmLeave())) return
    end()
    onClose()
  }
  const saveDecision = async () => {
    const taken = await photos.all()
    const wrong = decisionError(decision, taken.length)
    setFailure(wrong)
    if (wrong) return
    if (nuevoEstado === 'Entregado' && antes.estado !== 'Entregado' && falta.length > 0) {
      drop()
      releaseGuard()
      return onShow('Entrega', { nota: comentario.trim(), photos: taken })
    }
    const opens = opensIncidente && { causa, lugar: lugar.trim() || null }
    const datos = { nuevoEstado, comentario: comentario.trim() || null, ...opens }
    const pictures = await Promise.all(taken.map(({ bytes, about }) => createPictureDraft(bytes, about)))
    const estado = changesEstado(decision) ? [{ clase: 'estado' as const, datos }] : []
    onDecided((await enqueue(antes, [...estado, ...pictures])).filter((item) => !isPicture(item)))
    end()
    releaseGuard()
    onClose()
  }
  return {
    decision: { antes, nuevoEstado, comentario, causa, lugar, opensIncidente },
    photos,
    failure,
    busy,
    change,
    close,
    save: (event: FormEvent) => {
      event.preventDefault()
      void save(saveDecision)
    },
  }
}

/** 'Cambiar Estado'; closes once the phone has it. */
export function EstadoDialog(props: DialogProps) {
  const { decision, photos, failure, busy, change, close, save } = useEstadoChange(props)
  const { antes, nuevoEstado, comentario, causa, lugar, opensIncidente } = decision
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // For the eye and the screen reader.
    if (failure) place.current?.focus()
  }, [failure])
  return (
    <Modal
      title={`Cambiar Estado · Ruta ${stripRutaPrefix(antes.no_ruta)}`}
      onClose={() => void close()}
      className={footedSheetClass}
    >
      <form noValidate onSubmit={save} className="mt-4 grid gap-4">
        {failure && <Banner ref={place} kind="error" title={failure} />}
        <EstadoChoices
          current={antes.estado}
          value={nuevoEstado}
          onChange={(estado) => change({ nuevoEstado: estado })}
        />
        {opensIncidente && <IncidenteFields causa={causa} lugar={lugar} onChange={change} />}
        <CommentField value={comentario} onChange={(text) => change({ comentario: text })} />
        <PhotosField {...photos} onAdd={() => change({})} />
        <div className={sheetFooterClass}>
          <Button onClick={() => void close()} className="flex-1 py-4 text-base">
            Cancelar
          </Button>
          <Button look="primary" type="submit" busy={busy} className="flex-1 py-4 text-base">
            Guardar
          </Button>
        </div>
      </form>
    </Modal>
  )
}

interface IncidenteFieldsProps {
  causa: IncidenteCausa
  lugar: string
  onChange: (part: Partial<EstadoDraft>) => void
}

/** What happened, and where. */
const IncidenteFields = ({ causa, lugar, onChange }: IncidenteFieldsProps) => (
  <>
    <Field label="Causa" required>
      {(control) => (
        <select
          {...control}
          name="causa"
          value={causa}
          // Its options are these words.
          onChange={(event) => onChange({ causa: event.target.value as IncidenteCausa })}
          className={inputClass}
        >
          {incidenteCausas.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      )}
    </Field>
    <Field label="Lugar" required={false}>
      {(control) => (
        <input
          {...control}
          name="lugar"
          value={lugar}
          maxLength={100}
          onChange={(event) => onChange({ lugar: event.target.value })}
          className={inputClass}
        />
      )}
    </Field>
  </>
)
