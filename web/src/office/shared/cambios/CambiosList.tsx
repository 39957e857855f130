import { formatMomento } from '@flota/contract/core/format.ts'
import type { Anotacion } from '@flota/contract/reports/bitacora.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { useConfig } from '../../../api/config.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { LoadingLines } from '../LoadingLines.tsx'
import { AnotacionDialog } from './AnotacionDialog.tsx'
import { ChangeText } from './ChangeText.tsx'
import { cambiosHref } from './hrefs.ts'

/** Longer histories are read in the log, which is paginated. */
const maxListedCambios = 20

export function CambiosList({ tipo, id }: { tipo: Anotacion['tipo']; id: number }) {
  const answer = useEndpoint('GET /api/bitacora', {
    query: { tipo, registro_id: id, porPagina: maxListedCambios },
  })
  const zona = useConfig()?.zona
  const [open, setOpen] = useState<Anotacion | null>(null)
  const { data, error } = answer
  return (
    <>
      <LoadError title="Error al cargar los cambios" query={answer} />
      {!data && !error && (
        <LoadingLines label="Cargando cambios…" widths={['w-1/2', 'w-2/3']} className="gap-4 py-2" />
      )}
      {data?.data.length === 0 && (
        <p className="text-muted">Todavía no hay cambios anotados de este registro.</p>
      )}
      <ol className="divide-y divide-line">
        {data?.data.map((row) => (
          <li
            key={row.id}
            className="grid items-center gap-x-6 py-1.5 md:grid-cols-[9.5rem_minmax(0,1fr)_auto]"
          >
            <span className="text-sm text-muted tabular-nums">
              {zona && formatMomento(row.momento, zona)}
            </span>
            <ChangeText row={row} isOwnRecord />
            <Button look="quiet" className="justify-self-start max-md:-ml-4" onClick={() => setOpen(row)}>
              Detalle
            </Button>
          </li>
        ))}
      </ol>
      {data && data.paginacion.total > maxListedCambios && (
        <Link href={cambiosHref(tipo, id)} className={`${buttonClass()} mt-3`}>
          Ver todos en la Bitácora
        </Link>
      )}
      {open && <AnotacionDialog row={open} onClose={() => setOpen(null)} />}
    </>
  )
}
