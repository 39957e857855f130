import { formatFecha, formatQuetzales } from '@flota/contract/core/format.ts'
import type { Movimiento } from '@flota/contract/money/movimientos.ts'
import { cuentaDe } from '@flota/contract/money/settlementTotals.ts'
import { type ReactNode, useRef } from 'react'
import { focusableRowProps } from '../../../../list/rowFocus.ts'
import { RowCheckbox } from '../../../../list/table/RowCheckbox.tsx'
import type { RowSelection } from '../../../../list/useRowSelection.ts'
import { Button } from '../../../../ui/Button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { useRestoreFocus } from '../../../../ui/useRestoreFocus.ts'
import { EstadoMovimiento } from '../../../shared/movimientos/movimientoColumns.tsx'
import {
  comprobanteText,
  movimientoName,
  movimientoTitle,
} from '../../../shared/movimientos/movimientoTexts.ts'
import { entersLiquidacion } from './usePilotoReview.ts'

interface Props {
  row: Movimiento
  /** Undefined if the movement can't be settled now. */
  ticks: RowSelection<Movimiento> | undefined
  /** Undefined if the user may only read. */
  actions?: { approve: (row: Movimiento) => void; reject: (row: Movimiento) => void } | undefined
  foto: ReactNode
}

export function ReviewRow({ row, ticks, actions, foto }: Props) {
  const line = useRef<HTMLLIElement>(null)
  useRestoreFocus(line)
  const { estado, monto, no_ruta, descripcion, tipo } = row
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

function ReviewButtons({ row, approve, reject }: NonNullable<Props['actions']> & Pick<Props, 'row'>) {
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
