import { useWatch } from 'react-hook-form'
import { Button } from '../../../ui/Button.tsx'
import type { Conflict } from './useConflict.ts'
import type { RutaForm } from './useRutaDraft.ts'
import { type Campo, labels, same, shownValue } from './values.ts'

interface Props {
  form: RutaForm
  conflict: Conflict
}

/** Field by field what stands here and what somebody else has saved, and which of them stays. */
export function ConflictPanel({ form, conflict: { mine, theirs, campos, own } }: Props) {
  useWatch({ control: form.control })
  const values = form.getValues()
  const take = (campo: Campo, from: typeof mine) =>
    form.setValue(campo, from[campo], { shouldDirty: true, shouldValidate: true })
  const takeAll = (from: typeof mine) => {
    for (const campo of campos) take(campo, from)
  }
  if (campos.length === 0) return <p>Lo que cambió ya está en el formulario: guarda de nuevo.</p>
  return (
    <section aria-label="Cambios de otro usuario" className="grid gap-3 rounded-ui border border-field p-4">
      <p>Elige qué valor queda en cada campo y guarda de nuevo.</p>
      <div className="grid gap-x-4 gap-y-2">
        {campos.map((campo) => (
          <fieldset
            key={campo}
            className="grid items-stretch gap-x-3 gap-y-1 border-t border-line pt-2 sm:grid-cols-[9rem_1fr_1fr]"
          >
            <legend className="sr-only">{labels[campo]}</legend>
            <span aria-hidden="true" className="py-2 font-semibold">
              {labels[campo]}
            </span>
            <Side
              name={campo}
              whose={own.includes(campo) ? 'Lo tuyo' : 'Como estaba'}
              text={shownValue(campo, mine)}
              checked={same(campo, values, mine)}
              onTake={() => take(campo, mine)}
            />
            <Side
              name={campo}
              whose="Lo del otro usuario"
              text={shownValue(campo, theirs)}
              checked={same(campo, values, theirs)}
              onTake={() => take(campo, theirs)}
            />
          </fieldset>
        ))}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => takeAll(mine)}>Conservar todo lo que tenía</Button>
        <Button onClick={() => takeAll(theirs)}>Usar todo lo del otro usuario</Button>
      </div>
    </section>
  )
}

interface SideProps {
  name: Campo
  whose: string
  text: string
  checked: boolean
  onTake: () => void
}

function Side({ name, whose, text, checked, onTake }: SideProps) {
  return (
    <label className="grid min-h-11 cursor-pointer grid-cols-[auto_1fr] items-baseline gap-x-2.5 rounded-ui border border-line p-2 has-checked:border-link has-checked:bg-sunken">
      <input
        type="radio"
        name={`conflicto-${name}`}
        checked={checked}
        onChange={onTake}
        className="size-4 self-center accent-link"
      />
      <span className="text-sm text-muted">{whose}</span>
      <span className="col-start-2 line-clamp-4 wrap-anywhere whitespace-pre-line">{text}</span>
    </label>
  )
}
