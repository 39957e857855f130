import { useCallback } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useExpediente } from '../useExpediente.ts'
import type { DialogProps } from './dialogProps.ts'
import { PhotosField } from './PhotosField.tsx'
import { FormFailure, RutaFormDialog } from './RutaFormDialog.tsx'
import { type DrawnSignature, SignatureField } from './SignatureField.tsx'
import { type EntregaField, useEntrega } from './useEntrega.ts'

export function EntregaDialog(props: DialogProps) {
  const { ruta } = props
  const instrucciones = useExpediente(ruta.id)?.reglas.instrucciones
  const { values, trazos, photos, missing, failure, change, setFirma, busy, close, save } = useEntrega(props)
  const draw = useCallback(
    (drawn: DrawnSignature | null) => {
      setFirma(drawn)
      change({ trazos: drawn?.strokes })
    },
    [setFirma, change],
  )
  const field = (name: EntregaField, label: string, maxLength: number) => (
    <TextField
      label={label}
      name={name}
      required={name === 'motivo'}
      value={values[name]}
      maxLength={maxLength}
      onChange={(text) => change({ [name]: text })}
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
      <PhotosField {...photos} />
      {missing.length > 0 && field('motivo', 'Motivo', 200)}
      <FormFailure failure={failure} />
    </RutaFormDialog>
  )
}
