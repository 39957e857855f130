import { fechaInWords } from '@flota/contract/dias.ts'
import type { ReactNode } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { useToday } from '../../../api/useToday.ts'
import { Combobox } from '../../../form/Combobox.tsx'
import { DateField } from '../../../form/DateField.tsx'
import { TimeField } from '../../../form/TimeField.tsx'
import type { Search } from '../../../form/useCombobox.ts'
import { cx } from '../../../ui/cx.ts'
import { Field, inputClass } from '../../../ui/Field.tsx'
import type { RutaForm } from './useRutaDraft.ts'
import { type Campo, labels, type Values } from './values.ts'

/** The fields of the form of one kind: those that hold text, and those that hold a choice. */
type CampoOf<T> = { [K in Campo]: Values[K] extends T ? K : never }[Campo]

interface Input<T = string> {
  form: RutaForm
  campo: CampoOf<T>
  hint?: ReactNode
  required?: boolean
}

const errorOf = (form: RutaForm, campo: Campo) => form.getFieldState(campo, form.formState).error?.message

export function TextInput({
  form,
  campo,
  hint,
  required = false,
  inputMode,
}: Input & { inputMode?: 'decimal' }) {
  return (
    <Field label={labels[campo]} error={errorOf(form, campo)} hint={hint} required={required}>
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
}

export function SelectInput({ form, campo, words }: Input & { words: readonly string[] }) {
  return (
    <Field label={labels[campo]} error={errorOf(form, campo)} required>
      {(control) => (
        <select {...control} {...form.register(campo)} className={inputClass}>
          {words.map((word) => (
            <option key={word}>{word}</option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface ChoiceProps extends Input<Values['cliente']> {
  useSearch: (text: string | null) => Search
  free?: boolean
  none?: string
  placeholder?: string
}

export function ChoiceInput({ form, campo, ...props }: ChoiceProps) {
  const { field } = useController({ name: campo, control: form.control })
  return <Combobox {...field} {...props} label={labels[campo]} error={errorOf(form, campo)} />
}

export function DayInput({ form, campo }: Input) {
  const { field } = useController({ name: campo, control: form.control })
  // Among four in a row there is room for the weekday alone.
  const weekday = /^\d{4}-\d{2}-\d{2}$/.test(field.value) && fechaInWords(field.value).split(',')[0]
  const today = useToday()
  return (
    <DateField
      {...field}
      today={today}
      label={labels[campo]}
      error={errorOf(form, campo)}
      hint={weekday}
      required
    />
  )
}

export function HourInput({ form, campo, start }: Input & { start: boolean }) {
  const { field } = useController({ name: campo, control: form.control })
  return <TimeField {...field} label={labels[campo]} error={errorOf(form, campo)} start={start} required />
}

const count = new Intl.NumberFormat('es-GT')

export function CommentInput({ form, campo, max }: Input & { max: number }) {
  const text = useWatch({ control: form.control, name: campo })
  // As the server counts: by characters, not by halves of them.
  const hint = `${count.format([...text].length)} de ${count.format(max)} caracteres`
  return (
    <Field label={labels[campo]} error={errorOf(form, campo)} hint={hint}>
      {(control) => (
        <textarea {...control} {...form.register(campo)} rows={2} className={cx(inputClass, 'py-2')} />
      )}
    </Field>
  )
}
