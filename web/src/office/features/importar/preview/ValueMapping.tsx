import { type ImportTipo, missingCampos } from '@flota/contract/importarCampos.ts'
import { importTitle } from '@flota/contract/importarTitulo.ts'
import { Field, inputClass } from '../../../../ui/Field.tsx'
import { type ColumnSources, isColumn, withValue } from '../importDraft.ts'

interface Props {
  tipo: ImportTipo
  sources: ColumnSources
  onChange: (sources: ColumnSources) => void
}

/** Lets the user type a value for all rows for required fields without a column. */
export function ValueMapping({ tipo, sources, onChange }: Props) {
  const faltan = missingCampos(tipo, (campo) => isColumn(sources[campo]))
  if (faltan.length === 0) return null
  return (
    <fieldset className="rounded-ui bg-sunken p-4">
      <legend className="contents">
        <span className="font-semibold">Sin columna en tu hoja</span>{' '}
        <span className="text-muted">
          Elige arriba su columna, o escribe lo que vale para todas las filas.
        </span>
      </legend>
      <div className="mt-3 grid gap-4 md:grid-cols-3">
        {faltan.map((campo) => (
          <Field key={campo} label={importTitle(campo)}>
            {(control) => (
              <input
                {...control}
                value={sources[campo]?.slice(1) ?? ''}
                placeholder="Un valor para todas"
                aria-label={`${importTitle(campo)}: Un valor para todas`}
                autoComplete="off"
                maxLength={500}
                onChange={({ target }) => onChange(withValue(sources, campo, target.value))}
                className={inputClass}
              />
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  )
}
