import { type Concepto, conceptos } from '@flota/contract/dinero.ts'
import { stripRutaPrefix } from '@flota/contract/format.ts'
import { useEffect, useRef } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field, inputClass } from '../../ui/Field.tsx'
import { footedSheetClass, Modal, sheetFooterClass } from '../../ui/Modal.tsx'
import type { DialogProps } from './dialogProps.ts'
import { PhotosField } from './PhotosField.tsx'
import { useGasto } from './useGasto.ts'

/** 'Gasto': what the pilot paid on this trip; closes once the phone has it. */
export function GastoDialog(props: DialogProps) {
  const { typed, change, photos, failure, faults, busy, close, save } = useGasto(props)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [faults])
  return (
    <Modal
      fromTop
      title={`Gasto · Ruta ${stripRutaPrefix(props.ruta.no_ruta)}`}
      onClose={() => void close()}
      className={footedSheetClass}
    >
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
        className="mt-4 grid gap-4"
      >
        {failure && <Banner kind="error" title={failure} />}
        <Field label="Concepto" required error={faults.concepto}>
          {(control) => (
            <select
              {...control}
              name="concepto"
              value={typed.concepto}
              // Its options are these words.
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
        <GastoTextField label="Monto (Q)" name="monto" required error={faults.monto} {...{ typed, change }} />
        {typed.concepto === 'Otro' && (
          <GastoTextField label="Descripción" name="descripcion" {...{ typed, change }} />
        )}
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

interface GastoTextFieldProps extends Pick<ReturnType<typeof useGasto>, 'typed' | 'change'> {
  label: string
  name: 'monto' | 'descripcion'
  required?: boolean
  error?: string | undefined
}

const GastoTextField = ({ label, name, required = false, error, typed, change }: GastoTextFieldProps) => (
  <Field label={label} required={required} error={error}>
    {(control) => (
      <input
        {...control}
        name={name}
        inputMode={name === 'monto' ? 'decimal' : 'text'}
        autoComplete="off"
        maxLength={200}
        value={typed[name]}
        onChange={(event) => change({ [name]: event.target.value })}
        className={inputClass}
      />
    )}
  </Field>
)
