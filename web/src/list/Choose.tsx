import { cx } from '../ui/cx.ts'
import { Field, inputClass } from '../ui/Field.tsx'

interface Props {
  label: string
  value: string
  /** Value → label. */
  words: Readonly<Record<string, string>>
  onChange: (value: string) => void
  className?: string
}

/** A select above a list; it takes effect at once. */
export function Choose({ label, value, words, onChange, className }: Props) {
  return (
    <div className={cx('max-sm:w-full', className)}>
      <Field label={label}>
        {(control) => (
          <select
            {...control}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className={inputClass}
          >
            {Object.entries(words).map(([key, word]) => (
              <option key={key} value={key}>
                {word}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}
