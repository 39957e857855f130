import { sinRuta } from '@flota/contract/format.ts'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../api/ApiError.ts'
import { serverNow } from '../../../api/clock.ts'
import type { Prepared } from '../../../archivos/prepare.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Field, inputClass } from '../../../ui/Field.tsx'
import { mayLeave } from '../../../ui/leaving.ts'
import { footedSheetClass, Modal, sheetFooterClass } from '../../../ui/Modal.tsx'
import { useAskBeforeLeaving } from '../../../ui/useAskBeforeLeaving.ts'
import { decide } from '../cola/cola.ts'
import { isPicture, type Part } from '../cola/items.ts'
import { pictureOf } from '../cola/pictureOf.ts'
import type { DialogProps } from '../LazyDialog.tsx'
import { useExpediente, useFalta, useTiempos } from '../useExpediente.ts'
import { Firma } from './Firma.tsx'
import { Photos, usePhotos } from './Photos.tsx'

interface Typed {
  recibio: string
  documento: string
  nota: string
  motivo: string
}

/** What is typed, drawn and taken for a delivery, and how it is kept. */
function useEntrega({ ruta, nota = '', photos: taken = [], onDecided, onClose }: DialogProps) {
  const before = useExpediente(ruta.id)?.entrega
  const falta = useFalta(ruta.id)
  const { salida_descarga } = useTiempos(ruta.id)
  const [typed, setTyped] = useState<Typed>({
    recibio: before?.recibio ?? '',
    documento: before?.documento ?? '',
    nota: nota || (before?.nota ?? ''),
    motivo: before?.sin_evidencia_motivo ?? '',
  })
  const [firma, setFirma] = useState<(() => Promise<Blob | null>) | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { photos, add } = usePhotos(taken, (error) => setFailure(messageOf(error)))
  const [busy, setBusy] = useState(false)
  const saving = useRef(false)
  const [touched, setTouched] = useState(taken.length > 0)
  const letGo = useAskBeforeLeaving(touched, () => undefined)
  const missing = falta.filter((each) => (each === 'firma' ? !firma : photos.length === 0))
  const keep = async () => {
    saving.current = true
    setBusy(true)
    try {
      const drawn = (await firma?.()) ?? null
      const parts = await partsOf({ typed, photos, firma: drawn, setTime: !salida_descarga })
      onDecided((await decide(ruta, parts)).filter((item) => item.clase !== 'entrega' && !isPicture(item)))
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
    typed,
    photos,
    missing,
    failure,
    busy,
    change: (part: Partial<Typed>) => {
      setTouched(true)
      setTyped({ ...typed, ...part })
    },
    add: (files: File[], fromCamera: boolean) => {
      setTouched(true)
      return add(files, fromCamera)
    },
    draw: useCallback((take: (() => Promise<Blob | null>) | null) => {
      setTouched(true)
      setFirma(() => take)
    }, []),
    close: async () => {
      if (!saving.current && (await mayLeave())) onClose()
    },
    save: (event: FormEvent) => {
      event.preventDefault()
      if (saving.current) return
      const wrong = faultOf(typed.motivo, missing)
      setFailure(wrong)
      if (!wrong) void keep()
    },
  }
}

/** 'Entrega': who took the cargo and what proves it; one press keeps all of it. */
export function EntregaDialog(props: DialogProps) {
  const { ruta } = props
  const instrucciones = useExpediente(ruta.id)?.reglas.instrucciones
  const { typed, photos, missing, failure, busy, ...does } = useEntrega(props)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // For the eye and the screen reader.
    if (failure) place.current?.focus()
  }, [failure])
  const field = (name: keyof Typed, label: string, maxLength: number) => (
    <Field label={label} required={name === 'motivo'}>
      {(control) => (
        <input
          {...control}
          name={name}
          value={typed[name]}
          maxLength={maxLength}
          onChange={(event) => does.change({ [name]: event.target.value })}
          className={inputClass}
        />
      )}
    </Field>
  )
  return (
    <Modal
      fromTop
      title={`Entrega · Ruta ${sinRuta(ruta.no_ruta)}`}
      onClose={() => void does.close()}
      className={footedSheetClass}
    >
      <form noValidate onSubmit={does.save} className="mt-4 grid gap-4">
        {instrucciones && (
          <Banner kind="notice" title="Instrucciones del cliente">
            <p className="wrap-anywhere whitespace-pre-line">{instrucciones}</p>
          </Banner>
        )}
        {field('recibio', 'Recibió', 100)}
        {field('documento', 'Documento', 30)}
        {field('nota', 'Nota', 2000)}
        <Firma onDrawn={does.draw} />
        <Photos photos={photos} onFiles={does.add} />
        {missing.length > 0 && field('motivo', 'Motivo', 200)}
        {failure && <Banner ref={place} kind="error" title={failure} />}
        <div className={sheetFooterClass}>
          <Button onClick={() => void does.close()} className="flex-1 py-4 text-base">
            Cancelar
          </Button>
          <Button look="primary" type="submit" busy={busy} className="flex-1 py-4 text-base">
            Entregar
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** What the server would refuse, or the client will ask for. */
function faultOf(motivo: string, missing: readonly string[]): string | null {
  if (missing.length === 0 || [...motivo.trim()].length >= 5) return null
  return missing.includes('firma')
    ? 'Toma la firma o escribe el motivo.'
    : 'Toma una foto o escribe el motivo.'
}

interface Delivered {
  typed: Typed
  photos: readonly Prepared[]
  firma: Blob | null
  /** The last time is not there yet. */
  setTime: boolean
}

/** In this order, so that the office sees the state before the pictures. */
async function partsOf({ typed, photos, firma, setTime }: Delivered): Promise<Part[]> {
  const { recibio, documento, nota, motivo } = typed
  const given = (text: string) => text.trim() || null
  const datos = {
    recibio: given(recibio),
    documento: given(documento),
    nota: given(nota),
    sin_evidencia_motivo: [...motivo.trim()].length >= 5 ? motivo.trim() : null,
  }
  const time = new Date(serverNow()).toISOString()
  return [
    ...(setTime
      ? [{ clase: 'tiempos' as const, datos: { salida_descarga: time }, antes: { salida_descarga: null } }]
      : []),
    { clase: 'estado', datos: { nuevoEstado: 'Entregado', comentario: null } },
    { clase: 'entrega', datos },
    ...(firma ? [await pictureOf(firma, { nombre: 'firma.png' }, 'firma')] : []),
    ...(await Promise.all(photos.map(({ bytes, about }) => pictureOf(bytes, about, 'foto')))),
  ]
}
