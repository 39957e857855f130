import { parseHora } from './parseHora.ts'
import { TypedField, type TypedFieldProps } from './TypedField.tsx'

/** An hour (`HH:MM`) by keyboard: it is typed in any usual way and shown as HH:mm. */
export function TimeField({ hint, ...field }: TypedFieldProps) {
  return (
    <TypedField
      {...field}
      parse={parseHora}
      show={(value) => parseHora(value) ?? value}
      hint={hint || 'HH:mm'}
      placeholder="08:30"
    />
  )
}
