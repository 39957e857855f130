import { calls } from '@flota/contract/core/calls.ts'
import { formatFecha, formatInteger, formatQuetzales } from '@flota/contract/core/format.ts'
import { tripNameText } from '@flota/contract/core/tripNameText.ts'
import type { Movimiento } from '@flota/contract/money/movimientos.ts'
import { cuentaDe } from '@flota/contract/money/settlementTotals.ts'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { asList, call } from '../../../../api/call.ts'
import { usePermission } from '../../../../api/session.ts'
import type * as fotos from '../../../../archivos/PhotoPanel.tsx'
import { focusableRowProps, focusRow, rowIndexOf } from '../../../../list/rowFocus.ts'
import { PageCheckbox, RowCheckbox } from '../../../../list/table/RowCheckbox.tsx'
import type { RowSelection } from '../../../../list/useRowSelection.ts'
import { Button } from '../../../../ui/Button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { useDocumentEvent } from '../../../../ui/useDocumentEvent.ts'
import { useLazyModule } from '../../../../ui/useLazyModule.ts'
import { useMediaQuery } from '../../../../ui/useMediaQuery.ts'
import { useRestoreFocus } from '../../../../ui/useRestoreFocus.ts'
import { EstadoMovimiento } from '../../../shared/movimientos/movimientoColumns.tsx'
import {
  comprobanteText,
  movimientoName,
  movimientoTitle,
} from '../../../shared/movimientos/movimientoTexts.ts'
import { ReasonDialog } from '../../../shared/reason/ReasonDialog.tsx'
import { useExpenseReview, useExpenseReviewShortcuts } from './useExpenseReview.ts'
import type { PilotoReview } from './usePilotoReview.ts'
import { entersLiquidacion } from './usePilotoReview.ts'

interface Props {
  piloto: PilotoReview
  rows: readonly Movimiento[]
}

/** Lists the receipts, oldest first; a wide screen shows the focused one's photo beside them. */
export function ReviewList({ piloto, rows }: Props) {
  const may = usePermission()(calls['PUT /api/movimientos/:id'])
  const isWide = useMediaQuery('(min-width: 1280px)')
  const [fotosEnabled, setFotosEnabled] = useState(true)
  const hasFotos = rows.some(({ archivos }) => archivos > 0)
  const fotos = useLazyModule(
    fotosEnabled && hasFotos,
    'las fotos',
    () => import('../../../../archivos/PhotoPanel.tsx'),
    () => setFotosEnabled(false),
  )
  const ticks: RowSelection<Movimiento> = {
    chosen: piloto.chosen,
    offPageCount: 0,
    has: (row) => piloto.chosen.some(({ id }) => id === row.id),
    tick: piloto.tick,
  }
  const tickable = new Set(piloto.tickable.map(({ id }) => id))
  const { announcement, reasonRequest, ...review } = useExpenseReview(piloto, rows)
  const actions = may ? review : undefined
  useExpenseReviewShortcuts(piloto, rows, actions)
  const focusedRow = useFocusedRow(rows)
  return (
    <div
      className={cx('grid items-start gap-5', hasFotos && 'xl:grid-cols-[minmax(0,1fr)_minmax(16rem,20rem)]')}
    >
      <section aria-label="Por liquidar" className="rounded-ui border border-line bg-card shadow-soft">
        <ReviewHeader may={may} ticks={ticks} rows={rows} tickable={piloto.tickable} />
        <output className="sr-only">{announcement}</output>
        <ul aria-label="Movimientos">
          {rows.map((row) => (
            <ReviewRow
              key={row.id}
              row={row}
              ticks={may && tickable.has(row.id) ? ticks : undefined}
              actions={actions}
              foto={
                !isWide &&
                fotos &&
                row.archivos > 0 && <MovimientoPhoto Component={fotos.PhotoThumbnail} row={row} />
              }
            />
          ))}
        </ul>
      </section>
      {isWide && hasFotos && focusedRow && (
        <div className="sticky top-20">
          {fotos && <MovimientoPhoto Component={fotos.PhotoPanel} row={focusedRow} />}
          {!fotosEnabled && <Button onClick={() => setFotosEnabled(true)}>Cargar las fotos</Button>}
        </div>
      )}
      {reasonRequest && <ReasonDialog {...reasonRequest} />}
    </div>
  )
}

interface ReviewHeaderProps extends Pick<Props, 'rows'> {
  may: boolean
  ticks: RowSelection<Movimiento>
  tickable: readonly Movimiento[]
}

function ReviewHeader({ may, ticks, rows, tickable }: ReviewHeaderProps) {
  const isWaiting = ({ estado }: Movimiento) => estado === 'registrado'
  const waiting = rows.filter(isWaiting).length
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 border-b border-line py-1 pr-3">
      {may && (
        <span className="-mr-2 grid h-9 w-10">
          <PageCheckbox ticks={ticks} rows={tickable} />
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
            {formatInteger(waiting)} por revisar
          </button>
        ) : (
          'Todo revisado'
        )}
      </p>
      {may && (
        <p className="ml-auto text-sm text-muted max-md:hidden">
          A aprueba y pasa al siguiente por revisar · R rechaza · Espacio marca · L liquida
        </p>
      )}
    </div>
  )
}

function MovimientoPhoto({ Component: Look, row }: { Component: typeof fotos.PhotoPanel; row: Movimiento }) {
  const { id } = row
  const list = useMemo(
    () => async (signal: AbortSignal) =>
      asList(await call('GET /api/archivos', { query: { entidad: 'movimientos', entidad_id: id }, signal }))
        .data,
    [id],
  )
  return <Look recordId={id} name={movimientoName(row)} list={list} />
}

/** Returns the row that had the focus last, else the first. */
function useFocusedRow<Row extends { id: number }>(rows: readonly Row[]): Row | undefined {
  const [focusedId, setFocusedId] = useState<number>()
  useDocumentEvent('focusin', ({ target }) => {
    const row = target instanceof Element ? rows[rowIndexOf(target)] : undefined
    if (row) setFocusedId(row.id)
  })
  return rows.find(({ id }) => id === focusedId) ?? rows[0]
}

interface ReviewRowProps {
  row: Movimiento
  /** Undefined if the movement can't be settled now. */
  ticks: RowSelection<Movimiento> | undefined
  /** Undefined if the user may only read. */
  actions?: { approve: (row: Movimiento) => void; reject: (row: Movimiento) => void } | undefined
  foto: ReactNode
}

function ReviewRow({ row, ticks, actions, foto }: ReviewRowProps) {
  const line = useRef<HTMLLIElement>(null)
  useRestoreFocus(line)
  const { estado, monto, no_ruta, viaje, descripcion, tipo } = row
  const isOpen = estado === 'registrado'
  const enters = entersLiquidacion(row)
  const notes = [no_ruta ?? 'Sin viaje', comprobanteText(row), descripcion && `«${descripcion}»`]
  return (
    <li
      ref={line}
      {...focusableRowProps}
      className={cx(
        'grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 border-b border-line py-2 pr-3 last:border-b-0',
        'outline-none hover:bg-sunken/60 focus-visible:[box-shadow:inset_0_0_0_2px_var(--color-ring)]',
      )}
    >
      <div className="row-span-2 self-stretch">
        {ticks && <RowCheckbox ticks={ticks} row={row} nameOf={movimientoName} className="h-full w-full" />}
      </div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold wrap-anywhere">
        {movimientoTitle(row)}
        <EstadoMovimiento movimiento={row} />
      </p>
      <p className={cx('text-right text-lg font-bold tabular-nums', !enters && 'text-muted')}>
        {cuentaDe(tipo).signo < 0 && <span className="sr-only">menos </span>}
        {formatQuetzales(monto)}
      </p>
      <div className={cx('col-start-2 text-sm wrap-anywhere text-muted', !isOpen && !foto && 'col-end-4')}>
        <p>
          {formatFecha(row.fecha)} · {notes.filter(Boolean).join(' · ')}
        </p>
        {viaje && <p>{tripNameText(viaje)}</p>}
        {!enters && <p>La pagó la empresa: no entra en la liquidación.</p>}
        {row.dudosa && <p>La hora de su teléfono es dudosa.</p>}
      </div>
      {(foto || (isOpen && actions)) && (
        <div className="flex items-center justify-end gap-2 max-md:col-start-2 max-md:col-end-4">
          {foto}
          {isOpen && actions && <ReviewButtons row={row} {...actions} />}
        </div>
      )}
    </li>
  )
}

const smallButton = 'min-h-8! px-3! max-md:min-h-11! max-md:grow'

function ReviewButtons({
  row,
  approve,
  reject,
}: NonNullable<ReviewRowProps['actions']> & Pick<ReviewRowProps, 'row'>) {
  const name = movimientoName(row)
  return (
    <>
      <Button className={smallButton} aria-label={`Rechazar ${name}`} onClick={() => reject(row)}>
        Rechazar
      </Button>
      <Button className={smallButton} aria-label={`Aprobar ${name}`} onClick={() => approve(row)}>
        Aprobar
      </Button>
    </>
  )
}
