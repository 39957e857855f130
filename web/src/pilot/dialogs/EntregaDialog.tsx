import { useCallback } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useExpediente } from '../useExpediente.ts'
import type { DialogProps } from './dialogProps.ts'
import { PhotosField } from './PhotosField.tsx'
import { FormFailure, RutaFormDialog } from './RutaFormDialog.tsx'
import { type DrawnSignature, SignatureField } from './SignatureField.tsx'
import { type EntregaValues, useEntrega } from './useEntrega.ts'

export function EntregaDialog(props: DialogProps) {
  const { ruta } = props
  const instrucciones = useExpediente(ruta.id)?.reglas.instrucciones
  const { typed, trazos, photos, missing, failure, touch, setFirma, busy, close, save } = useEntrega(props)
  const draw = useCallback(
    (drawn: DrawnSignature | null) => {
      setFirma(drawn)
      touch({ trazos: drawn?.strokes })
    },
    [setFirma, touch],
  )
  const field = (name: keyof EntregaValues, label: string, maxLength: number) => (
    <TextField
      label={label}
      name={name}
      required={name === 'motivo'}
      value={typed[name]}
      maxLength={maxLength}
      onChange={(text) => touch({ typed: { ...typed, [name]: text } })}
    />
  )
  return (
    <RutaFormDialog fromTop title="Entrega" ruta={ruta} submitLabel="Entregar" {...{ busy, close, save }}>
      {instrucciones && (
        <Banner kind="notice" title="Instrucciones del cliente">
          <p className="wrap-anywhere whitespace-pre-line">{instrucciones}</p>
        </Banner>
      )}
      {field('recibio', 'Recibió', 100)}
      {field('documento', 'Documento', 30)}
      {field('nota', 'Nota', 2000)}
      <SignatureField initialStrokes={trazos} onDrawn={draw} />
      <PhotosField {...photos} onAdd={() => touch({})} />
      {missing.length > 0 && field('motivo', 'Motivo', 200)}
      <FormFailure failure={failure} />
    </RutaFormDialog>
  )
}
