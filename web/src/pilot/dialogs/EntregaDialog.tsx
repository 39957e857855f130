import { stripRutaPrefix } from '@flota/contract/format.ts'
import { useCallback, useEffect, useRef } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field, inputClass } from '../../ui/Field.tsx'
import { footedSheetClass, Modal, sheetFooterClass } from '../../ui/Modal.tsx'
import { useExpediente } from '../useExpediente.ts'
import type { DialogProps } from './dialogProps.ts'
import { PhotosField } from './PhotosField.tsx'
import { type DrawnSignature, SignatureField } from './SignatureField.tsx'
import { type EntregaValues, useEntrega } from './useEntrega.ts'

/** 'Entrega': who took the cargo and what proves it; one press keeps all of it. */
export function EntregaDialog(props: DialogProps) {
  const { ruta } = props
  const instrucciones = useExpediente(ruta.id)?.reglas.instrucciones
  const { typed, trazos, photos, missing, failure, busy, touch, setFirma, ...does } = useEntrega(props)
  const draw = useCallback(
    (drawn: DrawnSignature | null) => {
      setFirma(drawn)
      touch({ trazos: drawn?.strokes })
    },
    [setFirma, touch],
  )
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // For the eye and the screen reader.
    if (failure) place.current?.focus()
  }, [failure])
  const field = (name: keyof EntregaValues, label: string, maxLength: number) => (
    <Field label={label} required={name === 'motivo'}>
      {(control) => (
        <input
          {...control}
          name={name}
          value={typed[name]}
          maxLength={maxLength}
          onChange={(event) => touch({ typed: { ...typed, [name]: event.target.value } })}
          className={inputClass}
        />
      )}
    </Field>
  )
  return (
    <Modal
      fromTop
      title={`Entrega · Ruta ${stripRutaPrefix(ruta.no_ruta)}`}
      onClose={() => void does.close()}
      className={footedSheetClass}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          does.save()
        }}
        className="mt-4 grid gap-4"
      >
        {instrucciones && (
          <Banner kind="notice" title="Instrucciones del cliente">
            <p className="wrap-anywhere whitespace-pre-line">{instrucciones}</p>
          </Banner>
        )}
        {field('recibio', 'Recibió', 100)}
        {field('documento', 'Documento', 30)}
        {field('nota', 'Nota', 2000)}
        <SignatureField begun={trazos} onDrawn={draw} />
        <PhotosField {...photos} onAdd={() => touch({})} />
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
