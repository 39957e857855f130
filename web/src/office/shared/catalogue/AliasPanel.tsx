import { useId } from 'react'
import { useEndpoint, useSave } from '../../../api/cache/queries.ts'
import { confirmAndRun } from '../../../list/table/rowActions.ts'
import { Button } from '../../../ui/Button.tsx'
import type { Catalogue } from './calls.ts'

/** Other names of a record that imports remembered; renders nothing without any. */
export function AliasPanel({ name, id }: { name: Catalogue['name']; id: number }) {
  const headingId = useId()
  const { data } = useEndpoint(`GET /api/${name}/:id/alias`, { params: { id } })
  const remove = useSave(`DELETE /api/${name}/:id/alias/:alias_id`)
  const aliases = data?.data ?? []
  if (aliases.length === 0) return null
  return (
    <section
      aria-labelledby={headingId}
      className="rounded-ui border border-line bg-card p-4 shadow-soft md:p-6"
    >
      <h2 id={headingId} className="text-lg font-bold">
        También llamado
      </h2>
      <ul className="mt-2 flex flex-wrap gap-2">
        {aliases.map(({ id: alias_id, texto, usuario }) => (
          <li
            key={alias_id}
            title={`Lo dijo ${usuario}`}
            className="flex items-center gap-2 rounded-ui bg-sunken py-1 pr-1 pl-3 wrap-anywhere"
          >
            {texto}
            <Button
              className="min-h-8! px-3!"
              aria-label={`Quitar ${texto}`}
              onClick={() =>
                void confirmAndRun({
                  question: `¿Deseas quitar «${texto}»?`,
                  detail: 'Una hoja con este nombre lo preguntará otra vez.',
                  act: () => remove({ params: { id, alias_id } }),
                  errorMessage: (cause) => cause || 'Error al quitar el nombre',
                })
              }
            >
              Quitar
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
