import { normalizeUuid, serieAndNumeroOf } from '@flota/contract/core/facturas.ts'
import type { FieldSpec, InputProps } from '../../../form/FieldSpec.ts'
import { textField } from '../../../form/fields.tsx'

/** An invoice's authorization number. Fills in serie and numero, which it contains. */
export function uuidField(
  label: string,
  layout: Pick<FieldSpec, 'className'>,
): FieldSpec<string, string | null | undefined> {
  const field = textField(label, layout)
  return { ...field, Input: (props) => <UuidInput {...props} Text={field.Input} /> }
}

function UuidInput({ Text, ...field }: InputProps<string> & { Text: FieldSpec<string>['Input'] }) {
  const { form, name, onChange } = field
  const type = (typed: string) => {
    const uuid = normalizeUuid(typed)
    if (uuid) form.set({ [name]: typed, ...serieAndNumeroOf(uuid) })
    else onChange(typed)
  }
  return <Text {...field} onChange={type} />
}
