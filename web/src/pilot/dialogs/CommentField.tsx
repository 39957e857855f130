import { cx } from '../../ui/cx.ts'
import { Field, inputClass } from '../../ui/Field.tsx'

const maxCommentCharacters = 2000
const numberFormat = new Intl.NumberFormat('es-GT')
// Counts code points, as the server does.
const countOf = (comment: string) => [...comment.trim()].length

/** Returns the error of a comment that the server would refuse. */
export const commentError = (comment: string): string | null =>
  countOf(comment) > maxCommentCharacters ? 'El comentario tiene más de 2,000 caracteres.' : null

export const CommentField = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <Field
    label="Comentario"
    required={false}
    error={commentError(value) ? 'Máximo 2,000 caracteres.' : undefined}
    hint={`${numberFormat.format(countOf(value))} de ${numberFormat.format(maxCommentCharacters)}`}
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
