import { fechaInWords } from '@flota/contract/calendario.ts'
import { fecha } from '@flota/contract/format.ts'
import { parseFecha } from './parseFecha.ts'
import { TypedField, type TypedFieldProps } from './TypedField.tsx'

interface Props extends TypedFieldProps {
  /** The company's date, for 'hoy' and dates without a year; undefined until known. */
  today: string | undefined
}

export const isIso = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value)
const form = 'dd/mm/aaaa'

/** A date (`YYYY-MM-DD`) shown as dd/mm/aaaa. `hint` replaces the date in words below it; null shows neither. */
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
