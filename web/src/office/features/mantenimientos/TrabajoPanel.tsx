import { formatCantidad, formatQuetzales } from '@flota/contract/core/format.ts'
import { Fragment, useId, useState } from 'react'
import { openDraft } from '../../../api/drafts.ts'
import { useSession } from '../../../api/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyDialog } from '../../shared/lazyDialog.tsx'
import { sumAmounts } from '../../shared/moneyLists.ts'
import type { MantenimientoConLineas } from './MantenimientoConLineas.ts'

const LineasForm = lazyDialog(async () => (await import('./form/LineasForm.tsx')).LineasForm)

interface Props {
  row: MantenimientoConLineas
  reload: () => Promise<MantenimientoConLineas | undefined>
}

/** Work and parts of a maintenance, edited in their place. */
export function TrabajoPanel({ row, reload }: Props) {
  const id = useId()
  const username = useSession()?.user.username ?? ''
  const draft = `mantenimientos ${row.id} lineas`
  // Lines that were typed before the session ended open again.
  const [isEditing, setIsEditing] = useState(() => openDraft(username, draft).read() !== null)
  const { lineas } = row
  return (
    <section
      aria-labelledby={id}
      className="mt-5 rounded-ui border border-line bg-card p-4 shadow-soft md:p-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-lg font-bold">
          Trabajo y repuestos
        </h2>
        {!isEditing && (
          <Button onClick={() => setIsEditing(true)}>
            {lineas.length === 0 ? 'Agregar trabajo y repuestos' : 'Editar trabajo y repuestos'}
          </Button>
        )}
      </div>
      {isEditing ? (
        <LineasForm row={row} draft={draft} reload={reload} onClose={() => setIsEditing(false)} />
      ) : lineas.length === 0 ? (
        <p className="mt-2 text-muted">Todavía no tiene líneas. Con ellas, el costo es su suma.</p>
      ) : (
        <LineasTable lineas={lineas} />
      )}
    </section>
  )
}

const headClass = 'border-b border-line py-2 text-sm font-semibold text-muted'
const numberClass = 'text-right tabular-nums whitespace-nowrap'

function LineasTable({ lineas }: Pick<MantenimientoConLineas, 'lineas'>) {
  const total = sumAmounts(lineas.map((linea) => linea.total))
  return (
    <>
      <table className="mt-3 w-full max-md:hidden">
        <thead>
          <tr>
            <th className={`${headClass} text-left`}>Descripción</th>
            <th className={`${headClass} text-right`}>Cantidad</th>
            <th className={`${headClass} pl-4 text-right`}>Precio</th>
            <th className={`${headClass} pl-4 text-right`}>Total</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {lineas.map(({ descripcion, cantidad, precio, total: lineTotal }, index) => (
            <tr key={index} className="h-10">
              <td className="py-2 wrap-anywhere">{descripcion}</td>
              <td className={numberClass}>{formatCantidad(cantidad)}</td>
              <td className={`${numberClass} pl-4`}>{formatQuetzales(precio)}</td>
              <td className={`${numberClass} pl-4`}>{formatQuetzales(lineTotal)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="h-10 border-t border-field font-bold">
            <th scope="row" colSpan={3} className="text-left">
              Total
            </th>
            <td className={`${numberClass} pl-4`}>{formatQuetzales(total)}</td>
          </tr>
        </tfoot>
      </table>
      <dl className="mt-3 grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 md:hidden">
        {lineas.map(({ descripcion, cantidad, precio, total: lineTotal }, index) => (
          <Fragment key={index}>
            <dt className="border-b border-line py-2 wrap-anywhere">
              {descripcion}
              <span className="block text-sm text-muted">
                {formatCantidad(cantidad)} × {formatQuetzales(precio)}
              </span>
            </dt>
            <dd className={`${numberClass} border-b border-line py-2`}>{formatQuetzales(lineTotal)}</dd>
          </Fragment>
        ))}
        <dt className="py-2 font-bold">Total</dt>
        <dd className={`${numberClass} py-2 font-bold`}>{formatQuetzales(total)}</dd>
      </dl>
    </>
  )
}
