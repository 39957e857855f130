import { fechaInWords } from '@flota/contract/calendar.ts'
import { momentIn } from '@flota/contract/dates.ts'
import { fecha, hora, momento } from '@flota/contract/format.ts'
import type { InputHTMLAttributes } from 'react'
import { useToday } from '../api/useToday.ts'
import { cx } from '../ui/cx.ts'
import { Field, inputClass } from '../ui/Field.tsx'
import { parseCantidad } from '../ui/parseAmount.ts'
import type { FieldSpec, InputProps } from './FieldSpec.ts'
import { DateField, isIso, TypedField } from './ParsedField.tsx'
import { parseHora, parseMomento } from './parseInput.ts'
import { SelectField } from './SelectField.tsx'

// The kinds of field: each input is tied to its form here, and nowhere else.

type Text<Stored = string | null | undefined> = FieldSpec<string, Stored>
type Placed = Pick<FieldSpec, 'className'>

const aText = {
  empty: '',
  read: (stored: string | null | undefined) => stored ?? '',
  send: (typed: string) => typed.trim(),
  shown: (typed: string) => typed,
}

interface TextInputProps {
  field: InputProps<string>
  input?: InputHTMLAttributes<HTMLInputElement>
}

export function TextInput({ field, input }: TextInputProps) {
  const { name, value, onChange } = field
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          autoComplete="off"
          {...input}
          name={name}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className={cx(inputClass, input?.inputMode && 'text-right')}
        />
      )}
    </Field>
  )
}

export const typedText = (
  label: string,
  { input, hint, ...options }: Placed & { input?: InputHTMLAttributes<HTMLInputElement>; hint?: string } = {},
): Text => ({
  label,
  ...aText,
  ...options,
  Input: (field) => <TextInput field={{ ...field, hint: field.hint || hint }} input={input ?? {}} />,
})

/** Upper case as stored, keeping the cursor in place. */
export const capitals = (label: string): Text => ({
  ...typedText(label),
  Input: (field) => (
    <TextInput
      field={field}
      input={{
        autoCapitalize: 'characters',
        onInput: ({ currentTarget: input }) => {
          const at = input.selectionStart
          input.value = input.value.toUpperCase()
          input.setSelectionRange(at, at)
        },
      }}
    />
  ),
})

const count = new Intl.NumberFormat('es-GT')

/** Multi-line text; `max` shows a character count. */
export const textarea = (label: string, { max, ...options }: Placed & { max?: number } = {}): Text => ({
  label,
  ...aText,
  ...options,
  Input: (field) => {
    // The server counts code points, not UTF-16 units.
    const counted = max && `${count.format([...field.value].length)} de ${count.format(max)} caracteres`
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

/** A choice of words, `[sent, label]`; a new record has the first. */
export const select = (
  label: string,
  words: readonly (string | readonly [value: string, called: string])[],
  options: Placed = {},
): Text => {
  const pairs = words.map((word) => (typeof word === 'string' ? ([word, word] as const) : word))
  return {
    label,
    ...aText,
    empty: pairs[0]?.[0] ?? '',
    shown: (value) => pairs.find(([each]) => each === value)?.[1] ?? value,
    required: true,
    ...options,
    Input: (field) => <SelectField {...field} words={pairs} />,
  }
}

/** `brief` shows the weekday alone. */
export const typedDate = (label: string, { brief, ...options }: Placed & { brief?: true } = {}): Text => ({
  label,
  ...aText,
  ...options,
  shown: (value) => (isIso(value) ? fecha(value) : value),
  Input: (field) => {
    const weekday = brief && isIso(field.value) && fechaInWords(field.value).split(',')[0]
    return <DateField {...field} hint={field.hint || weekday} />
  },
})

export const typedHour = (label: string, options: Placed = {}): Text => ({
  label,
  ...aText,
  ...options,
  read: (stored) => (stored ? hora(stored) : ''),
  Input: (field) => (
    <TypedField
      {...field}
      parse={parseHora}
      show={(value) => parseHora(value) ?? value}
      hint={field.hint || (parseHora(field.value) === null && 'Por ejemplo 8:30')}
    />
  ),
})

const isLocal = (value: string) => /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/.test(value)
const isMoment = (value: string) => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)

/** A moment in the company's zone; an hour without a date means `day`. An untouched moment keeps its seconds. */
export const typedMoment = (label: string, zona: string, day: string, options: Placed = {}): Text => {
  const shown = (value: string) => {
    if (isMoment(value)) return momento(value, zona)
    return isLocal(value) ? `${fecha(value)} ${value.slice(11)}` : value
  }
  return {
    label,
    ...aText,
    ...options,
    send: (value) => (isLocal(value) ? momentIn(zona, value) : value.trim()),
    shown,
    Input: (field) => {
      const today = useToday()
      const known = field.value === '' || isLocal(field.value) || isMoment(field.value)
      return (
        <TypedField
          {...field}
          parse={(typed) => parseMomento(typed, day, today)}
          show={shown}
          hint={field.hint || (!known && 'Por ejemplo 8:30 o 26/11 8:30')}
        />
      )
    },
  }
}

interface NumberOptions extends Placed {
  /** The stored value as text, for the input and for reading. */
  written?: (stored: number) => string
  shown?: (value: number) => string
  inputMode?: 'decimal' | 'numeric'
  hint?: string
}

/** A number; a text that is no number, or has more digits than a double can hold, stays text and is refused by the schema. */
const numberOf = (typed: string): number | string => {
  const digits = parseCantidad(typed)
  return /^\d{1,12}(\.\d{1,3})?$/.test(digits) ? Number(digits) : digits
}

export const number = (
  label: string,
  { written = String, shown = String, inputMode = 'decimal', hint, ...options }: NumberOptions = {},
): Text<number | null | undefined> => ({
  label,
  empty: '',
  ...options,
  read: (stored) => (stored == null ? '' : written(stored)),
  send: numberOf,
  shown: (typed) => {
    const value = numberOf(typed)
    return typeof value === 'number' ? shown(value) : value
  },
  Input: (field) => <TextInput field={{ ...field, hint: field.hint || hint }} input={{ inputMode }} />,
})
