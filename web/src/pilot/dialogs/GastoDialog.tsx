import { conceptos } from '@flota/contract/records/dinero.ts'
import { useEffect, useRef } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { DialogProps } from './dialogProps.ts'
import { PhotosField } from './PhotosField.tsx'
import { RutaFormDialog } from './RutaFormDialog.tsx'
import { useGasto } from './useGasto.ts'

export function GastoDialog(props: DialogProps) {
  const { values, change, photos, failure, errors, busy, close, save } = useGasto(props)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])
  return (
    <RutaFormDialog ref={form} fromTop title="Gasto" ruta={props.ruta} {...{ busy, close, save }}>
      {failure && <Banner kind="error" title={failure} />}
      <SelectField
        label="Concepto"
        name="concepto"
        required
        error={errors.concepto}
        value={values.concepto}
        placeholder="Elige…"
        words={conceptos.map((each) => [each, each])}
        onChange={(concepto) => change({ concepto })}
      />
      <TextField
        label="Monto (Q)"
        name="monto"
        required
        error={errors.monto}
        inputMode="decimal"
        autoComplete="off"
        maxLength={200}
        value={values.monto}
        onChange={(monto) => change({ monto })}
      />
      {values.concepto === 'Otro' && (
        <TextField
          label="Descripción"
          name="descripcion"
          required={false}
          autoComplete="off"
          maxLength={200}
          value={values.descripcion}
          onChange={(descripcion) => change({ descripcion })}
        />
      )}
      <PhotosField {...photos} onAdd={() => change({})} />
    </RutaFormDialog>
  )
}
