import { type Concepto, conceptos } from '@flota/contract/records/dinero.ts'
import { useEffect, useRef } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { Field, inputClass } from '../../ui/Field.tsx'
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
      <Field label="Concepto" required error={errors.concepto}>
        {(control) => (
          <select
            {...control}
            name="concepto"
            value={values.concepto}
            // The options are the values of Concepto.
            onChange={(event) => change({ concepto: event.target.value as Concepto })}
            className={inputClass}
          >
            <option value="" disabled>
              Elige…
            </option>
            {conceptos.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        )}
      </Field>
      <GastoTextField label="Monto (Q)" name="monto" required error={errors.monto} {...{ values, change }} />
      {values.concepto === 'Otro' && (
        <GastoTextField label="Descripción" name="descripcion" {...{ values, change }} />
      )}
      <PhotosField {...photos} onAdd={() => change({})} />
    </RutaFormDialog>
  )
}

interface GastoTextFieldProps extends Pick<ReturnType<typeof useGasto>, 'values' | 'change'> {
  label: string
  name: 'monto' | 'descripcion'
  required?: boolean
  error?: string | undefined
}

const GastoTextField = ({ label, name, required = false, error, values, change }: GastoTextFieldProps) => (
  <Field label={label} required={required} error={error}>
    {(control) => (
      <input
        {...control}
        name={name}
        inputMode={name === 'monto' ? 'decimal' : 'text'}
        autoComplete="off"
        maxLength={200}
        value={values[name]}
        onChange={(event) => change({ [name]: event.target.value })}
        className={inputClass}
      />
    )}
  </Field>
)
