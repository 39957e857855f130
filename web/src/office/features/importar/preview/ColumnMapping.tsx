import type { VistaPrevia } from '@flota/contract/imports/importar.ts'
import { type ImportTipo, importCampos, missingCampos } from '@flota/contract/imports/importarCampos.ts'
import { campoLabel } from '@flota/contract/records/campos.ts'
import { cx } from '../../../../ui/cx.ts'
import { Field, inputClass } from '../../../../ui/Field.tsx'
import { type ColumnSources, isColumn, withValue } from '../importDraft.ts'

interface Props {
  tipo: ImportTipo
  columnas: VistaPrevia['columnas']
  sources: ColumnSources
  /** An empty `campo` ignores the column. */
  onChoose: (columna: string, campo: string) => void
}

/** Maps each column of the sheet to a field. */
export function ColumnMapping({ tipo, columnas, sources, onChoose }: Props) {
  const byColumn = new Map(Object.entries(sources).map(([campo, where]) => [where, campo]))
  return (
    <section
      aria-label="Columnas"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users scroll it
      tabIndex={0}
      style={{ maxHeight: '28rem' }}
      className="overflow-auto rounded-ui border border-line"
    >
      <table className="w-full table-fixed border-separate border-spacing-0 text-left">
        <caption className="sr-only">Qué es cada columna de tu hoja</caption>
        <thead>
          <tr className="*:sticky *:top-0 *:z-10 *:h-10 *:border-b *:border-line *:bg-sunken *:px-3 *:font-semibold">
            <th scope="col" style={{ width: '32%' }}>
              Columna de tu hoja
            </th>
            <th scope="col">Lo que trae</th>
            <th scope="col" style={{ width: '16rem' }}>
              Campo <span className="font-normal text-muted">(* obligatorio)</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {columnas.map((columna) => (
            <ColumnRow
              key={columna.columna}
              tipo={tipo}
              columna={columna}
              campo={byColumn.get(columna.columna) ?? ''}
              onChoose={onChoose}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface ColumnRowProps extends Pick<Props, 'tipo' | 'onChoose'> {
  columna: VistaPrevia['columnas'][number]
  campo: string
}

function ColumnRow({ tipo, columna: { columna, titulo, muestra }, campo, onChoose }: ColumnRowProps) {
  return (
    <tr className="*:border-b *:border-line *:px-3 *:py-1 last:*:border-b-0">
      <th scope="row" className="font-normal">
        <span className="sr-only">{columna}: </span>
        <span className="flex items-center gap-3">
          <span
            aria-hidden="true"
            className="grid size-7 shrink-0 place-items-center rounded-ui bg-sunken text-sm font-bold text-muted"
          >
            {columna}
          </span>
          <span className={cx('line-clamp-2 wrap-anywhere', titulo ? 'font-semibold' : 'text-muted')}>
            {titulo ?? 'Sin título'}
          </span>
        </span>
      </th>
      <td>
        <span className="line-clamp-2 text-sm wrap-anywhere text-muted">{muestra.join(' · ')}</span>
      </td>
      <td>
        <select
          aria-label={`Campo de la columna ${columna}${titulo ? ` (${titulo})` : ''}`}
          value={campo}
          onChange={({ target }) => onChoose(columna, target.value)}
          className={cx(inputClass, campo === '' && 'text-muted!')}
        >
          <option value="">No traer</option>
          {Object.entries(importCampos[tipo]).map(([each, { obligatorio }]) => (
            <option key={each} value={each}>
              {campoLabel(each)}
              {obligatorio && ' *'}
            </option>
          ))}
        </select>
      </td>
    </tr>
  )
}

interface ValueMappingProps {
  tipo: ImportTipo
  sources: ColumnSources
  onChange: (sources: ColumnSources) => void
}

/** Lets the user type a value for all rows for required fields without a column. */
export function ValueMapping({ tipo, sources, onChange }: ValueMappingProps) {
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
          <Field key={campo} label={campoLabel(campo)}>
            {(control) => (
              <input
                {...control}
                value={sources[campo]?.slice(1) ?? ''}
                placeholder="Un valor para todas"
                aria-label={`${campoLabel(campo)}: Un valor para todas`}
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
