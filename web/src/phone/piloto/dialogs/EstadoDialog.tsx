import { type IncidenteCausa, incidenteCausas, type RutaEstado } from '@flota/contract/estados.ts'
import { sinRuta } from '@flota/contract/format.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../api/ApiError.ts'
import { openDraft } from '../../../api/drafts.ts'
import { getSession } from '../../../api/session.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Field, inputClass } from '../../../ui/Field.tsx'
import { mayLeave } from '../../../ui/leaving.ts'
import { footedSheetClass, Modal, sheetFooterClass } from '../../../ui/Modal.tsx'
import { useAskBeforeLeaving } from '../../../ui/useAskBeforeLeaving.ts'
import { decide } from '../cola/cola.ts'
import { isPicture } from '../cola/items.ts'
import { pictureOf } from '../cola/pictureOf.ts'
import { type DialogProps, draftPath } from '../LazyDialog.tsx'
import type { MiRuta } from '../misRutas.ts'
import { useFalta } from '../useExpediente.ts'
import { CommentField, maxComment } from './CommentField.tsx'
import { EstadoChoices } from './EstadoChoices.tsx'
import { Photos, usePhotos } from './Photos.tsx'

/** What is chosen and typed, for a route as the pilot saw it then. */
interface Decision {
  antes: MiRuta
  nuevoEstado: RutaEstado
  comentario: string
  /** Of an incident. */
  causa?: IncidenteCausa
  lugar?: string
}

const count = (text: string) => [...text.trim()].length

/** It says something of the state, and not photos alone. */
const speaks = ({ antes, nuevoEstado, comentario }: Decision) =>
  nuevoEstado !== antes.estado || comentario.trim() !== ''

/** What is wrong with a decision before it is kept. */
function fault(decision: Decision, photos: number): string | null {
  if (count(decision.comentario) > maxComment) return 'El comentario tiene más de 2,000 caracteres.'
  if (!speaks(decision) && photos === 0) return 'Elige otro estado o escribe un comentario.'
  return null
}

/** What is chosen and typed, and how it is kept. */
function useDecision({ ruta, onDecided, onShow, onClose }: DialogProps) {
  const [draft] = useState(() => openDraft<Decision>(getSession()?.user.username ?? '', draftPath))
  // A session that ended while typing left its draft.
  const [decision, setDecision] = useState<Decision>(() => {
    const left = draft.read()
    return left?.antes.id === ruta.id
      ? left
      : { antes: ruta, nuevoEstado: ruta.estado as RutaEstado, comentario: '' }
  })
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const saving = useRef(false)
  const place = useRef<HTMLDivElement>(null)
  const { antes, nuevoEstado, comentario, causa = 'Otro', lugar = '' } = decision
  const opensIncidente = nuevoEstado === 'Incidente' && antes.estado !== 'Incidente'
  const falta = useFalta(ruta.id)
  const { photos, add } = usePhotos([], (error) => setFailure(messageOf(error)))
  const letGo = useAskBeforeLeaving(comentario.trim() !== '' || photos.length > 0, draft.drop)
  useEffect(() => {
    // For the eye and the screen reader.
    if (failure) place.current?.focus()
  }, [failure])

  const change = (part: Partial<Decision>) => {
    const next = { ...decision, ...part }
    setDecision(next)
    draft.keep(next)
  }
  const close = async () => {
    if (saving.current || !(await mayLeave())) return
    draft.drop()
    onClose()
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (saving.current) return
    const wrong = fault(decision, photos.length)
    setFailure(wrong)
    if (wrong) return
    if (nuevoEstado === 'Entregado' && antes.estado !== 'Entregado' && falta.length > 0) {
      draft.drop()
      letGo()
      return onShow('Entrega', { nota: comentario.trim(), photos })
    }
    saving.current = true
    setBusy(true)
    try {
      const opens = opensIncidente && { causa, lugar: lugar.trim() || null }
      const datos = { nuevoEstado, comentario: comentario.trim() || null, ...opens }
      const pictures = await Promise.all(photos.map(({ bytes, about }) => pictureOf(bytes, about)))
      const estado = speaks(decision) ? [{ clase: 'estado' as const, datos }] : []
      onDecided((await decide(antes, [...estado, ...pictures])).filter((item) => !isPicture(item)))
      draft.drop()
      letGo()
      onClose()
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      saving.current = false
      setBusy(false)
    }
  }

  return {
    antes,
    nuevoEstado,
    comentario,
    causa,
    lugar,
    opensIncidente,
    failure,
    busy,
    place,
    photos,
    change,
    add,
    close,
    save,
  }
}

/** 'Cambiar Estado'; closes once the phone has it. */
export function EstadoDialog(props: DialogProps) {
  const { failure, busy, place, photos, change, add, close, save, ...decision } = useDecision(props)
  const { antes, nuevoEstado, comentario, causa, lugar, opensIncidente } = decision
  return (
    <Modal
      title={`Cambiar Estado · Ruta ${sinRuta(antes.no_ruta)}`}
      onClose={() => void close()}
      className={footedSheetClass}
    >
      <form noValidate onSubmit={(event) => void save(event)} className="mt-4 grid gap-4">
        {failure && <Banner ref={place} kind="error" title={failure} />}
        <EstadoChoices
          current={antes.estado}
          value={nuevoEstado}
          onChange={(estado) => change({ nuevoEstado: estado })}
        />
        {opensIncidente && <IncidenteFields causa={causa} lugar={lugar} onChange={change} />}
        <CommentField value={comentario} onChange={(text) => change({ comentario: text })} />
        <Photos photos={photos} onFiles={add} />
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

interface IncidenteProps {
  causa: IncidenteCausa
  lugar: string
  onChange: (part: Partial<Decision>) => void
}

/** What happened, and where. */
const IncidenteFields = ({ causa, lugar, onChange }: IncidenteProps) => (
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
