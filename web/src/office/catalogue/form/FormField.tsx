import type { CatalogueField } from '@flota/contract/fields.ts'
import { fecha } from '@flota/contract/format.ts'
import type { ChangeEvent } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { useToday } from '../../../api/useToday.ts'
import { DateField } from '../../../form/DateField.tsx'
import { Field, inputClass, otherWrote } from '../../../ui/Field.tsx'
import type { Values } from '../calls.ts'

interface Props {
  name: string
  field: CatalogueField
  form: UseFormReturn<Values, unknown, Values>
  /** What somebody else has written here meanwhile. */
  other: string | undefined
}

/** One field of a record, by its kind. */
export function FormField({ name, field, form, other }: Props) {
  const error = form.formState.errors[name]?.message
  if (field.kind === 'date') {
    const hint = otherWrote(other && fecha(other))
    return <DateInput name={name} label={field.label} form={form} error={error} hint={hint} />
  }
  const { onChange, ...input } = form.register(name)
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    if (field.input === 'capitals') writeInCapitals(event.target)
    void onChange(event)
  }
  return (
    <Field label={field.label} error={error} hint={otherWrote(other)} required>
      {(control) => (
        <input
          {...control}
          {...input}
          onChange={change}
          type={field.input === 'tel' ? 'tel' : 'text'}
          autoComplete="off"
          autoCapitalize={field.input === 'capitals' ? 'characters' : 'sentences'}
          className={inputClass}
        />
      )}
    </Field>
  )
}

/** What is seen is what is stored; the cursor stays where it is. */
function writeInCapitals(input: HTMLInputElement) {
  const capitals = input.value.toUpperCase()
  if (capitals === input.value) return
  const at = input.selectionStart
  input.value = capitals
  input.setSelectionRange(at, at)
}

interface DateInputProps extends Pick<Props, 'name' | 'form'> {
  label: string
  error: string | undefined
  hint: string | false
}

function DateInput({ name, label, form, error, hint }: DateInputProps) {
  const { field } = useController({ name, control: form.control })
  const today = useToday()
  return <DateField {...field} today={today} label={label} error={error} hint={hint} required />
}
