import { calls } from '@flota/contract/calls.ts'
import { entero } from '@flota/contract/format.ts'
import type { Movimiento } from '@flota/contract/movimientos.ts'
import { useState } from 'react'
import { useMay } from '../../../../api/usePermission.ts'
import { focusRow } from '../../../../list/rowFocus.ts'
import { PageTick } from '../../../../list/table/RowCheckbox.tsx'
import type { Ticks } from '../../../../list/useRowSelection.ts'
import { Button } from '../../../../ui/Button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { useOnDemand } from '../../../../ui/useLazyModule.ts'
import { useMediaQuery } from '../../../../ui/useMediaQuery.ts'
import { MotivoModal } from '../ReasonDialog.tsx'
import { Foto } from './MovimientoPhoto.tsx'
import { Papel } from './ReviewRow.tsx'
import { useRevision, useRevisionKeys } from './useExpenseReview.ts'
import { useFocusedRow } from './useFocusedRow.ts'
import type { Piloto } from './usePilotoReview.ts'

interface Props {
  piloto: Piloto
  rows: readonly Movimiento[]
}

/** The papers, oldest first; beside them, where there is room, the photo of the one with the focus. */
export function Papeles({ piloto, rows }: Props) {
  const may = useMay()(calls['PUT /api/movimientos/:id'])
  const isWide = useMediaQuery('(min-width: 1280px)')
  const [wanted, setWanted] = useState(true)
  const hasFotos = rows.some(({ archivos }) => archivos > 0)
  const fotos = useOnDemand(
    wanted && hasFotos,
    'las fotos',
    () => import('../../../../archivos/PhotoPanel.tsx'),
    () => setWanted(false),
  )
  const ticks: Ticks<Movimiento> = {
    chosen: piloto.chosen,
    away: 0,
    has: (row) => piloto.chosen.some(({ id }) => id === row.id),
    tick: piloto.tick,
  }
  const tickable = new Set(piloto.tickable.map(({ id }) => id))
  const { said, asked, ...revision } = useRevision(piloto, rows)
  const deeds = may ? revision : undefined
  useRevisionKeys(piloto, rows, deeds)
  const shown = useFocusedRow(rows)
  return (
    <div
      className={cx('grid items-start gap-5', hasFotos && 'xl:grid-cols-[minmax(0,1fr)_minmax(16rem,20rem)]')}
    >
      <section aria-label="Por liquidar" className="rounded-ui border border-line bg-card shadow-soft">
        <Cabeza may={may} ticks={ticks} rows={rows} tickable={piloto.tickable} />
        <output className="sr-only">{said}</output>
        <ul aria-label="Movimientos">
          {rows.map((row) => (
            <Papel
              key={row.id}
              row={row}
              ticks={may && tickable.has(row.id) ? ticks : undefined}
              deeds={deeds}
              foto={!isWide && fotos && row.archivos > 0 && <Foto as={fotos.Miniatura} row={row} />}
            />
          ))}
        </ul>
      </section>
      {isWide && hasFotos && shown && (
        <div className="sticky top-20">
          {fotos && <Foto as={fotos.FotoPanel} row={shown} />}
          {!wanted && <Button onClick={() => setWanted(true)}>Cargar las fotos</Button>}
        </div>
      )}
      {asked && <MotivoModal {...asked} />}
    </div>
  )
}

interface CabezaProps extends Pick<Props, 'rows'> {
  may: boolean
  ticks: Ticks<Movimiento>
  tickable: readonly Movimiento[]
}

/** How much is to be reviewed, and the keys that do it. */
function Cabeza({ may, ticks, rows, tickable }: CabezaProps) {
  const isWaiting = ({ estado }: Movimiento) => estado === 'registrado'
  const waiting = rows.filter(isWaiting).length
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 border-b border-line py-1 pr-3">
      {may && (
        <span className="-mr-2 grid h-9 w-10">
          <PageTick ticks={ticks} rows={tickable} />
        </span>
      )}
      <p className={may ? 'font-semibold' : 'pl-4 font-semibold'}>
        {waiting > 0 ? (
          <button
            type="button"
            title="Ir al primero por revisar"
            onClick={() => focusRow(rows.findIndex(isWaiting))}
            className="text-link underline max-md:min-h-11"
          >
            {entero(waiting)} por revisar
          </button>
        ) : (
          'Todo revisado'
        )}
      </p>
      {may && (
        <p className="ml-auto text-sm text-muted max-md:hidden">
          A aprueba · R rechaza · Espacio marca · L liquida
        </p>
      )}
    </div>
  )
}
