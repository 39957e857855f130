import { mantenimientoEstados, mantenimientoTipos } from '@flota/contract/estados.ts'
import { fecha } from '@flota/contract/format.ts'
import { type UseFormReturn, useController } from 'react-hook-form'
import { useToday } from '../../../api/useToday.ts'
import { Combobox } from '../../../form/Combobox.tsx'
import { useCamiones } from '../../../form/catalogos.ts'
import { DateField } from '../../../form/DateField.tsx'
import { cx } from '../../../ui/cx.ts'
import { Field, inputClass, otherWrote } from '../../../ui/Field.tsx'
import type { Values } from '../mantenimiento.ts'

interface Props<B> {
  form: UseFormReturn<Values, unknown, B>
  /** What somebody else has written meanwhile. */
  others: Partial<Values>
}

type TextCampo = Exclude<keyof Values, 'camion_id'>

const labels: Record<keyof Values, string> = {
  camion_id: 'Camión',
  tipo: 'Tipo',
  descripcion: 'Descripción',
  fecha_programada: 'Fecha programada',
  fecha_realizada: 'Fecha realizada',
  kilometraje: 'Kilometraje',
  costo: 'Costo (Q)',
  taller: 'Taller',
  estado: 'Estado',
}

const optional: ReadonlySet<keyof Values> = new Set(['fecha_realizada', 'kilometraje', 'costo', 'taller'])

/** What is said of a field, by its form. */
function useFieldProps<B>({ form, others }: Props<B>) {
  return (campo: keyof Values) => {
    const theirs = others[campo]
    const text = typeof theirs === 'object' ? theirs.text : theirs
    const read = text && campo.startsWith('fecha') ? fecha(text) : text
    return {
      label: labels[campo],
      required: !optional.has(campo),
      error: form.getFieldState(campo, form.formState).error?.message,
      hint: otherWrote(read),
    }
  }
}

export function MantenimientoFields<B>(props: Props<B>) {
  const { form } = props
  const of = useFieldProps(props)
  const camion = useController({ name: 'camion_id', control: form.control }).field
  const text = (campo: TextCampo, inputMode?: 'numeric' | 'decimal') => (
    <Field {...of(campo)}>
      {(control) => (
        <input
          {...control}
          {...form.register(campo)}
          autoComplete="off"
          inputMode={inputMode}
          className={cx(inputClass, inputMode && 'text-right')}
        />
      )}
    </Field>
  )
  const select = (campo: TextCampo, words: readonly string[]) => (
    <Field {...of(campo)} required>
      {(control) => (
        <select {...control} {...form.register(campo)} className={inputClass}>
          {words.map((word) => (
            <option key={word}>{word}</option>
          ))}
        </select>
      )}
    </Field>
  )
  return (
    <>
      <Combobox
        {...camion}
        {...of('camion_id')}
        useSearch={useCamiones}
        placeholder="Escribe su placa o su marca"
        required
        start
      />
      {select('tipo', mantenimientoTipos)}
      <div className="md:col-span-2">
        <Field {...of('descripcion')} required>
          {(control) => (
            <textarea
              {...control}
              {...form.register('descripcion')}
              rows={2}
              className={cx(inputClass, 'py-2')}
            />
          )}
        </Field>
      </div>
      <Day form={form} campo="fecha_programada" {...of('fecha_programada')} required />
      {select('estado', mantenimientoEstados)}
      <Day form={form} campo="fecha_realizada" {...of('fecha_realizada')} />
      {text('kilometraje', 'numeric')}
      {text('taller')}
      {text('costo', 'decimal')}
    </>
  )
}

interface DayProps<B> {
  form: UseFormReturn<Values, unknown, B>
  campo: 'fecha_programada' | 'fecha_realizada'
  label: string
  error: string | undefined
  hint: string | false
  required?: boolean
}

function Day<B>({ form, campo, ...said }: DayProps<B>) {
  const { field } = useController({ name: campo, control: form.control })
  const today = useToday()
  return <DateField {...field} {...said} today={today} />
}
