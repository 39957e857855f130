import { cx } from '../../ui/cx.ts'
import { Field, inputClass } from '../../ui/Field.tsx'

export const maxComment = 2000
const grouped = new Intl.NumberFormat('es-GT')

/** Counts code points, as the server does. */
export function CommentField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const typed = [...value.trim()].length
  return (
    <Field
      label="Comentario"
      required={false}
      error={typed > maxComment ? 'Máximo 2,000 caracteres.' : undefined}
      hint={`${grouped.format(typed)} de ${grouped.format(maxComment)}`}
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
