import { diaInWords } from '@flota/contract/core/dates.ts'
import { formatHora, stripRutaPrefix } from '@flota/contract/core/format.ts'
import { conceptos } from '@flota/contract/records/dinero.ts'
import { useEffect, useRef } from 'react'
import { useToday } from '../../api/useToday.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { MiRuta } from '../misRutas.ts'
import type { DialogProps } from './dialogProps.ts'
import { PhotosField } from './PhotosField.tsx'
import { FormFailure, RutaFormDialog } from './RutaFormDialog.tsx'
import { useGasto } from './useGasto.ts'

const rutaText = ({ no_ruta, fecha, hora, destino }: MiRuta, hoy: string | undefined) =>
  `Ruta ${stripRutaPrefix(no_ruta)} · ${hoy ? diaInWords(fecha, hoy) : ''} ${formatHora(hora)} · ${destino}`

export function GastoDialog(props: DialogProps) {
  const { values, change, rutas, photos, failure, rejected, errors, busy, close, save } = useGasto(props)
  const hoy = useToday()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [rejected])
  return (
    <RutaFormDialog ref={form} fromTop title="Gasto" {...{ busy, close, save }}>
      <FormFailure failure={failure} />
      <SelectField
        label="Ruta"
        name="ruta"
        required
        error={errors.ruta}
        value={values.ruta}
        placeholder="Elige…"
        words={rutas.map((ruta) => [String(ruta.id), rutaText(ruta, hoy)])}
        onChange={(ruta) => change({ ruta })}
      />
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
      {values.concepto === 'Combustible' && <FuelFields {...{ values, errors, change }} />}
      <PhotosField {...photos} />
    </RutaFormDialog>
  )
}

function FuelFields({
  values,
  errors,
  change,
}: Pick<ReturnType<typeof useGasto>, 'values' | 'errors' | 'change'>) {
  return (
    <>
      <TextField
        label="Galones"
        name="galones"
        required={false}
        error={errors.galones}
        inputMode="decimal"
        autoComplete="off"
        maxLength={200}
        value={values.galones}
        onChange={(galones) => change({ galones })}
      />
      <TextField
        label="Kilometraje"
        name="km"
        required={false}
        error={errors.km}
        inputMode="numeric"
        autoComplete="off"
        maxLength={200}
        value={values.km}
        onChange={(km) => change({ km })}
      />
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name="lleno"
          checked={values.lleno === 'si'}
          onChange={({ target }) => change({ lleno: target.checked ? 'si' : 'no' })}
          className="size-5 shrink-0 accent-link"
        />
        Tanque lleno
      </label>
    </>
  )
}
