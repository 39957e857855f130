import { fechaInWords } from '@flota/contract/dias.ts'
import { fecha } from '@flota/contract/format.ts'
import { parseFecha } from './parseFecha.ts'
import { TypedField, type TypedFieldProps } from './TypedField.tsx'

interface Props extends TypedFieldProps {
  /** The company's date, for what 'hoy' and a date without year mean; unknown, they mean nothing yet. */
  today: string | undefined
}

const isIso = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value)
const form = 'dd/mm/aaaa'

/**
 * A date (`YYYY-MM-DD`) by keyboard: it is typed in any usual way, shown as dd/mm/aaaa and said with its
 * weekday. A hint stands in place of the date in words; null for neither.
 */
export function DateField({ today, hint, ...field }: Props) {
  const inWords = isIso(field.value) ? fechaInWords(field.value) : form
  return (
    <TypedField
      {...field}
      parse={(typed) => parseFecha(typed, today)}
      show={(value) => (isIso(value) ? fecha(value) : value)}
      hint={hint === null ? undefined : hint || inWords}
      placeholder={hint === null ? form : undefined}
    />
  )
}
