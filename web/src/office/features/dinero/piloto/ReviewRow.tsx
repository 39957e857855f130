import { fecha, quetzales } from '@flota/contract/format.ts'
import type { Movimiento } from '@flota/contract/movimientos.ts'
import { cuentaDe } from '@flota/contract/settlementTotals.ts'
import { type ReactNode, useRef } from 'react'
import { focusable } from '../../../../list/rowFocus.ts'
import { RowTick } from '../../../../list/table/RowCheckbox.tsx'
import type { Ticks } from '../../../../list/useRowSelection.ts'
import { Button } from '../../../../ui/Button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { useHandOverFocus } from '../../../../ui/useRestoreFocus.ts'
import { EstadoMovimiento } from '../../../shared/movimientos/EstadoMovimiento.tsx'
import { comprobanteOf, movimientoName, queEs } from '../../../shared/movimientos/movimientoTexts.ts'
import { isSettled } from './usePilotoReview.ts'

interface Props {
  row: Movimiento
  /** Absent where it can't be settled now. */
  ticks: Ticks<Movimiento> | undefined
  /** Absent for who may only look. */
  deeds?: { approve: (row: Movimiento) => void; reject: (row: Movimiento) => void } | undefined
  foto: ReactNode
}

/** One paper: what it is, where it belongs, how much, and what is still to be said of it. */
export function Papel({ row, ticks, deeds, foto }: Props) {
  const line = useRef<HTMLLIElement>(null)
  useHandOverFocus(line)
  const { estado, monto, no_ruta, descripcion, tipo } = row
  const isOpen = estado === 'registrado'
  const enters = isSettled(row)
  const notes = [no_ruta ?? 'Sin viaje', comprobanteOf(row), descripcion && `«${descripcion}»`]
  return (
    <li
      ref={line}
      {...focusable}
      className={cx(
        'grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 border-b border-line py-2 pr-3 last:border-b-0',
        'outline-none hover:bg-sunken/60 focus-visible:[box-shadow:inset_0_0_0_2px_var(--color-ring)]',
      )}
    >
      <div className="row-span-2 self-stretch">
        {ticks && <RowTick ticks={ticks} row={row} nameOf={movimientoName} className="h-full w-full" />}
      </div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold wrap-anywhere">
        {queEs(row)}
        <EstadoMovimiento movimiento={row} />
      </p>
      <p className={cx('text-right text-lg font-bold tabular-nums', !enters && 'text-muted')}>
        {cuentaDe(tipo).signo < 0 && <span className="sr-only">menos </span>}
        {quetzales(monto)}
      </p>
      <div className={cx('col-start-2 text-sm wrap-anywhere text-muted', !isOpen && !foto && 'col-end-4')}>
        <p>
          {fecha(row.fecha)} · {notes.filter(Boolean).join(' · ')}
        </p>
        {!enters && <p>La pagó la empresa: no entra en la liquidación.</p>}
        {row.dudosa && <p>La hora de su teléfono es dudosa.</p>}
      </div>
      {(foto || (isOpen && deeds)) && (
        <div className="flex items-center justify-end gap-2 max-md:col-start-2 max-md:col-end-4">
          {foto}
          {isOpen && deeds && <Botones row={row} {...deeds} />}
        </div>
      )}
    </li>
  )
}

const small = 'min-h-8! px-3! max-md:min-h-11! max-md:grow'

function Botones({ row, approve, reject }: NonNullable<Props['deeds']> & Pick<Props, 'row'>) {
  const name = movimientoName(row)
  return (
    <>
      <Button className={small} aria-label={`Rechazar ${name}`} onClick={() => reject(row)}>
        Rechazar
      </Button>
      <Button className={small} aria-label={`Aprobar ${name}`} onClick={() => approve(row)}>
        Aprobar
      </Button>
    </>
  )
}
