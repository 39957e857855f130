import { formatFecha, formatInteger } from '@flota/contract/core/format.ts'
import type { Kilometraje } from '@flota/contract/fleet/kilometraje.ts'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import type { Column } from '../../../list/table/column.tsx'
import { withId } from '../../../shell/paths.ts'
import { column, oneLineColumn } from '../columns.ts'
import { cargaHref } from './cargaHrefs.ts'
import { lecturaFaltaText } from './lecturaTexts.ts'

export interface KilometrajeRow extends Kilometraje {
  id: null
  /** The good reading that this one was compared with. */
  before: Kilometraje | undefined
}

const origenWords: Record<Kilometraje['origen'], string> = {
  carga: 'Carga',
  mantenimiento: 'Mantenimiento',
  lectura: 'Lectura',
}

interface Options {
  opensCargas: boolean
  onEdit: (lecturaId: number) => void
}

export const kilometrajeColumns = (options: Options): Column<KilometrajeRow>[] => [
  oneLineColumn('Fecha', 'title', 7, ({ fecha }) => formatFecha(fecha)),
  oneLineColumn('Km', 'figure', 7, ({ km }) => formatInteger(km), { numeric: true }),
  oneLineColumn('Origen', 'subtitle', 10, (row) => <Origen row={row} {...options} />),
  column('Aviso', 'foot', 24, (row) => <Notice row={row} />, {
    card: (row) => (row.falta || row.reinicia) && <Notice row={row} />,
  }),
]

function Notice({ row: { falta, before, reinicia } }: { row: KilometrajeRow }) {
  if (reinicia) return 'Odómetro nuevo'
  if (!falta || !before) return null
  const text = lecturaFaltaText(falta, before)
  return (
    <span className="flex items-start gap-1.5 font-semibold text-notice">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {text.charAt(0).toUpperCase() + text.slice(1)}
    </span>
  )
}

const linkClass = 'text-link hover:underline max-md:py-2.5'

/** Links to the source of a reading; opens a reading that was entered by itself. */
function Origen({ row: { origen, origen_id }, opensCargas, onEdit }: Options & { row: Kilometraje }) {
  const word = origenWords[origen]
  if (origen === 'lectura')
    return (
      <button type="button" onClick={() => onEdit(origen_id)} className={linkClass}>
        {word}
      </button>
    )
  if (origen === 'carga' && !opensCargas) return word
  const href = origen === 'carga' ? cargaHref(origen_id) : withId('/ver-mantenimiento/:id', origen_id)
  return (
    <Link href={href} className={`inline-block ${linkClass}`}>
      {word}
    </Link>
  )
}
