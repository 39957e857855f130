import { Button } from '../ui/Button.tsx'
import type { Conflict, Form, Values } from './FieldSpec.ts'
import { pick } from './useForm.ts'
import { isSameValue } from './validate.ts'

interface Props {
  form: Form
  conflict: Conflict
}

/** Offers for each conflicting field the user's value and the other user's. */
export function ConflictPanel({ form, conflict: { mine, theirs, names, own } }: Props) {
  const applyValues = (from: Values, chosenNames: readonly string[]) => form.set(pick(from, chosenNames))
  if (names.length === 0)
    return <p className="col-span-full">Lo que cambió ya está en el formulario: guarda de nuevo.</p>
  return (
    <section
      aria-label="Cambios de otro usuario"
      className="col-span-full grid gap-3 rounded-ui border border-field p-4"
    >
      <p>Elige qué valor queda en cada campo y guarda de nuevo.</p>
      <div className="grid gap-x-4 gap-y-2">
        {names.map((name) => {
          const side = (whose: string, from: Values) => (
            <label className="grid min-h-11 cursor-pointer grid-cols-[auto_1fr] items-baseline gap-x-2.5 rounded-ui border border-line p-2 has-checked:border-link has-checked:bg-sunken">
              <input
                type="radio"
                name={`conflicto-${name}`}
                checked={isSameValue(form.fields, name, form.values, from)}
                onChange={() => applyValues(from, [name])}
                className="size-4 self-center accent-link"
              />
              <span className="text-sm text-muted">{whose}</span>
              <span className="col-start-2 line-clamp-4 wrap-anywhere whitespace-pre-line">
                {displayValue(form, name, from)}
              </span>
            </label>
          )
          const label = form.fields[name]?.label
          return (
            <fieldset
              key={name}
              className="grid items-stretch gap-x-3 gap-y-1 border-t border-line pt-2 sm:grid-cols-[9rem_1fr_1fr]"
            >
              <legend className="sr-only">{label}</legend>
              <span aria-hidden="true" className="py-2 font-semibold">
                {label}
              </span>
              {side(own.includes(name) ? 'Lo tuyo' : 'Como estaba', mine)}
              {side('Lo del otro usuario', theirs)}
            </fieldset>
          )
        })}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => applyValues(mine, names)}>Conservar todo lo que tenía</Button>
        <Button onClick={() => applyValues(theirs, names)}>Usar todo lo del otro usuario</Button>
      </div>
    </section>
  )
}

export function displayValue({ fields }: Form, name: string, values: Values): string {
  const value = values[name]
  return (value !== undefined && fields[name]?.format(value)) || 'Vacío'
}
