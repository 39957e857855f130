import { fechaInWords } from '@flota/contract/core/calendar.ts'
import { momentIn } from '@flota/contract/core/dates.ts'
import { formatFecha, formatHora, formatMomento } from '@flota/contract/core/format.ts'
import type { InputHTMLAttributes } from 'react'
import { useToday } from '../api/useToday.ts'
import { cx } from '../ui/cx.ts'
import { Field, inputClass } from '../ui/Field.tsx'
import { parseAmount } from '../ui/parseAmount.ts'
import { SelectField } from '../ui/SelectField.tsx'
import { TextField } from '../ui/TextField.tsx'
import type { FieldSpec, InputProps } from './FieldSpec.ts'
import { DateField, isIso, ParsedField } from './ParsedField.tsx'
import { parseHora, parseMomento } from './parseInput.ts'

// The kinds of field. Only this file connects inputs to a form.

type TextFieldSpec<Stored = string | null | undefined> = FieldSpec<string, Stored>
type FieldLayout = Pick<FieldSpec, 'className'>

const textSpec = (label: string, options: FieldLayout) => ({
  label,
  empty: '',
  read: (stored: string | null | undefined) => stored ?? '',
  send: (typed: string) => typed.trim(),
  format: (typed: string) => typed,
  ...options,
})

interface TextInputProps {
  field: InputProps<string>
  input?: InputHTMLAttributes<HTMLInputElement>
}

export const TextInput = ({ field: { form: _form, ...field }, input }: TextInputProps) => (
  <TextField autoComplete="off" {...input} {...field} className={input?.inputMode && 'text-right'} />
)

export const textField = (
  label: string,
  {
    input,
    hint,
    ...options
  }: FieldLayout & { input?: InputHTMLAttributes<HTMLInputElement>; hint?: string } = {},
): TextFieldSpec => ({
  ...textSpec(label, options),
  Input: (field) => <TextInput field={{ ...field, hint: field.hint || hint }} input={input ?? {}} />,
})

/** Converts to upper case while typing and keeps the cursor in place. */
export const uppercaseField = (label: string): TextFieldSpec => ({
  ...textField(label),
  Input: (field) => (
    <TextInput
      field={field}
      input={{
        autoCapitalize: 'characters',
        onInput: ({ currentTarget: input }) => {
          const cursor = input.selectionStart
          input.value = input.value.toUpperCase()
          input.setSelectionRange(cursor, cursor)
        },
      }}
    />
  ),
})

const countFormat = new Intl.NumberFormat('es-GT')

/** Multi-line text; `max` shows a character count. */
export const textareaField = (
  label: string,
  { max, ...options }: FieldLayout & { max?: number } = {},
): TextFieldSpec => ({
  ...textSpec(label, options),
  Input: (field) => {
    // The server counts code points, not UTF-16 units.
    const counted =
      max && `${countFormat.format([...field.value].length)} de ${countFormat.format(max)} caracteres`
    return (
      <Field {...field} hint={field.hint || counted}>
        {(control) => (
          <textarea
            {...control}
            name={field.name}
            value={field.value}
            onChange={({ target }) => field.onChange(target.value)}
            rows={2}
            className={cx(inputClass, 'py-2')}
          />
        )}
      </Field>
    )
  },
})

/** A select of `[value, label]`; a new record has the first. */
export const selectField = (
  label: string,
  words: readonly (string | readonly [value: string, label: string])[],
  options: FieldLayout = {},
): TextFieldSpec => {
  const pairs = words.map((word) => (typeof word === 'string' ? ([word, word] as const) : word))
  return {
    ...textSpec(label, options),
    empty: pairs[0]?.[0] ?? '',
    format: (value) => pairs.find(([each]) => each === value)?.[1] ?? value,
    required: true,
    Input: (field) => <SelectField {...field} words={pairs} />,
  }
}

/** `brief` shows only the weekday as the hint. */
export const dateField = (
  label: string,
  { brief, ...options }: FieldLayout & { brief?: true } = {},
): TextFieldSpec => ({
  ...textSpec(label, options),
  format: (value) => (isIso(value) ? formatFecha(value) : value),
  Input: (field) => {
    const weekday = brief && isIso(field.value) && fechaInWords(field.value).split(',')[0]
    return <DateField {...field} hint={field.hint || weekday} />
  },
})

export const hourField = (label: string, options: FieldLayout = {}): TextFieldSpec => ({
  ...textSpec(label, options),
  read: (stored) => (stored ? formatHora(stored) : ''),
  Input: (field) => (
    <ParsedField
      {...field}
      parse={parseHora}
      show={(value) => parseHora(value) ?? value}
      hint={field.hint || (parseHora(field.value) === null && 'Por ejemplo 8:30')}
    />
  ),
})

const isLocalDateTime = (value: string) => /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/.test(value)
const isIsoInstant = (value: string) => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)

/** A moment in the company's time zone; an hour without a date is on `day`. An unchanged moment keeps its seconds. */
export const momentField = (
  label: string,
  zona: string,
  day: string,
  options: FieldLayout = {},
): TextFieldSpec => {
  const formatMoment = (value: string) => {
    if (isIsoInstant(value)) return formatMomento(value, zona)
    return isLocalDateTime(value) ? `${formatFecha(value)} ${value.slice(11)}` : value
  }
  return {
    ...textSpec(label, options),
    send: (value) => (isLocalDateTime(value) ? momentIn(zona, value) : value.trim()),
    format: formatMoment,
    Input: (field) => {
      const today = useToday()
      const isParsed = field.value === '' || isLocalDateTime(field.value) || isIsoInstant(field.value)
      return (
        <ParsedField
          {...field}
          parse={(typed) => parseMomento(typed, day, today)}
          show={formatMoment}
          hint={field.hint || (!isParsed && 'Por ejemplo 8:30 o 26/11 8:30')}
        />
      )
    },
  }
}

interface NumberOptions extends FieldLayout {
  formatStored?: (stored: number) => string
  format?: (value: number) => string
  inputMode?: 'decimal' | 'numeric'
  hint?: string
}

/** Returns text unchanged if it is no number or has more digits than a double holds: the schema rejects it. */
const parseNumber = (typed: string): number | string => {
  const digits = parseAmount(typed)
  return /^\d{1,12}(\.\d{1,3})?$/.test(digits) ? Number(digits) : digits
}

export const numberField = (
  label: string,
  { formatStored = String, format = String, inputMode = 'decimal', hint, ...options }: NumberOptions = {},
): TextFieldSpec<number | null | undefined> => ({
  label,
  empty: '',
  ...options,
  read: (stored) => (stored == null ? '' : formatStored(stored)),
  send: parseNumber,
  format: (typed) => {
    const value = parseNumber(typed)
    return typeof value === 'number' ? format(value) : value
  },
  Input: (field) => <TextInput field={{ ...field, hint: field.hint || hint }} input={{ inputMode }} />,
})
