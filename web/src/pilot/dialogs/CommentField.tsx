import { cx } from '../../ui/cx.ts'
import { Field, inputClass } from '../../ui/Field.tsx'

export const maxCommentCharacters = 2000
const numberFormat = new Intl.NumberFormat('es-GT')

/** Counts code points, as the server does. */
export function CommentField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const typed = [...value.trim()].length
  return (
    <Field
      label="Comentario"
      required={false}
      error={typed > maxCommentCharacters ? 'Máximo 2,000 caracteres.' : undefined}
      hint={`${numberFormat.format(typed)} de ${numberFormat.format(maxCommentCharacters)}`}
    >
      {(control) => (
        <textarea
          {...control}
          name="comentario"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          rows={3}
          className={cx(inputClass, 'resize-y py-2 text-base')}
        />
      )}
    </Field>
  )
}
